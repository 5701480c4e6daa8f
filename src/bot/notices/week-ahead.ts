import { sql } from 'kysely';
import { forecastRenewals } from '../../auto-renewal/forecast.ts';
import { statement } from '../../kit/statement.ts';
import { buyerInBackground, type Services } from '../../purchases/services.ts';
import { FORECAST_DAYS, forecastMessage } from '../orders/extend.ts';
import { writeMessages } from '../outgoing/outbox.ts';
import { lockPersonOf } from '../people/people.ts';
import { textsIn } from '../texts/texts.ts';

const MONDAY = 1;
/** In UTC, when it is day in most places where people use the bot. */
const FROM_HOUR = 8;
/** People that a round tells: a forecast of some thousand orders takes a tenth of a second. */
const AT_ONCE = 100;

const findUntold = statement<{ since: Date }>()(
  (_db, { since }) =>
    sql<{ resellerId: number }>`
    select reseller_id as "resellerId" from bot_people join resellers on resellers.id = reseller_id
    where blocked_at is null and disabled_reason is null and 'forecast' <> all(notice_opt_outs)
      and (forecast_told_at is null or forecast_told_at < ${since}::timestamptz)
      and exists (select 1 from auto_renewals a where a.reseller_id = bot_people.reseller_id)
    limit ${sql.lit(AT_ONCE)}`,
);

/**
 * Tells people each Monday what renews itself in the week ahead. Whoever locks a person first tells it, and
 * notes it. `onFailure` is called for each who could not be told; they are tried again in the next round.
 */
export async function tellWeekAhead(services: Services, onFailure: (error: unknown) => void): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  if (now.getUTCDay() !== MONDAY || now.getUTCHours() < FROM_HOUR) return;
  const since = new Date(now.toISOString().slice(0, 10));
  for (const { resellerId } of await findUntold(database.sql, { since })) {
    try {
      const buyer = await buyerInBackground(database.sql, resellerId, 'bot');
      const forecast = await forecastRenewals(services, buyer, FORECAST_DAYS);
      await database.inTransaction(async (tx) => {
        const person = await lockPersonOf(tx, resellerId);
        if (!person || person.isBlocked) return;
        const { numUpdatedRows } = await tx
          .updateTable('bot_people')
          .set({ forecast_told_at: now })
          .where('user_id', '=', person.userId)
          .where(({ eb, fn, val }) => eb(fn.coalesce('forecast_told_at', val(new Date(0))), '<', since))
          .executeTakeFirst();
        const isNews = forecast.lostCount > 0 || forecast.days.some(({ count }) => count > 0);
        if (numUpdatedRows === 0n || !isNews) return;
        await writeMessages(tx, services, person, [forecastMessage(textsIn(person.language), forecast)]);
      });
    } catch (error) {
      onFailure(error);
    }
  }
}
