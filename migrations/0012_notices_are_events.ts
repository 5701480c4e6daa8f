import { Migration } from '@mikro-orm/migrations';

/**
 * The chat tells what the log of events has, and notices are not written any more. The version before goes on
 * beside it, and goes on sending the notices that are written when this is executed: what it leaves unsent
 * could not be sent, and is told by nobody. A payment that it credits or gives back is told of by both. The
 * table goes in a later release.
 */
export class NoticesAreEvents extends Migration {
  override up(): void {
    this.addSql(TOLD);
    this.addSql(NOTICES);
  }
}

/** Who has another log from now on hears of what comes to it: by the database, for both versions. */
const TOLD = `
create function newest_event(reseller bigint) returns bigint language sql stable as $$
  select coalesce((select sequence from events where reseller_id = reseller order by sequence desc limit 1), 0)
$$;

alter table bot_people add column told bigint;
comment on column bot_people.told is
  'The sequence up to which the person was told what the log of the reseller has; null without a reseller.';
update bot_people set told =
    coalesce((select sequence from events where events.reseller_id = bot_people.reseller_id order by sequence desc limit 1), 0)
  where reseller_id is not null;

create function begin_telling() returns trigger language plpgsql as $$
begin
  new.told := case when new.reseller_id is not null then newest_event(new.reseller_id) end;
  return new;
end $$;
create trigger bot_people_bound before update of reseller_id on bot_people for each row
  when (new.reseller_id is distinct from old.reseller_id) execute function begin_telling();
create trigger bot_people_added before insert on bot_people for each row
  when (new.reseller_id is not null) execute function begin_telling();
`;

/**
 * Money and ends have their events whichever version does the work. The version before has none of traffic,
 * and does not say in the log that nobody waited for what it refunds: it sends that notice itself.
 */
const NOTICES = `
create function tell_of_notice() returns trigger language plpgsql as $$
declare
  percent int := new.facts ->> 'percent';
begin
  if new.kind = 'refunded' then
    return new;
  end if;
  if new.kind = 'traffic_used' then
    perform write_event(new.reseller_id, case percent when 100 then 'order.exhausted' else 'order.traffic_used' end,
      'upstream', new.created_at, 0, (new.facts ->> 'orderId')::bigint,
      case when percent < 100 then jsonb_build_object('percent', percent) end);
  end if;
  return null;
end $$;
-- Its name has it come before notices_complete.
create trigger notices_are_events before insert on notices for each row execute function tell_of_notice();
`;
