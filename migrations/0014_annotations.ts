import { Migration } from '@mikro-orm/migrations';

/**
 * What resellers write on their orders. The version before writes none of it. The checks hold for what is
 * written from now on, and no row has any of it yet, so there is nothing to validate.
 */
export class Annotations extends Migration {
  override up(): void {
    this.addSql(`
create function is_annotation(text text, most int, lines boolean) returns boolean language sql immutable as $$
  select text is null or (char_length(text) between 1 and most and
    case when lines then translate(text, E'\\n', '') else text end !~ '[\\x01-\\x1f\\x7f]')
$$;
alter table orders add column label text, add column note text, add column customer text;
alter table orders add constraint orders_label_check check (is_annotation(label, 64, false)) not valid;
alter table orders add constraint orders_note_check check (is_annotation(note, 500, true)) not valid;
alter table orders add constraint orders_customer_check check (is_annotation(customer, 64, false)) not valid;
comment on column orders.label is 'What its reseller calls it; null when that is nothing. As are the next two, no upstream gets it.';
comment on column orders.note is 'What its reseller notes of it, in lines.';
comment on column orders.customer is 'For whom it is: a name or number of its reseller''s.';
`);
  }
}
