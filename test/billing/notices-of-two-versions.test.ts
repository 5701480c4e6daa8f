import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { factsOf, listNotices } from '../../src/billing/notices.ts';
import { sendNotices } from '../../src/billing/send-notices.ts';
import { writeNotices } from '../../src/billing/write-notices.ts';
import { migrate, readMigrations } from '../../src/kit/migrations.ts';
import { readOptOuts, setOptOuts } from '../../src/resellers/resellers.ts';
import { createEmptyDatabase } from '../support/postgres.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { openServices } from '../support/services.ts';

const { opened, buyer } = usePurchases();
const db = () => opened.services.database.sql;

const END = '2026-12-05T10:00:00.000Z';
/** What a process of the version before writes: columns by kind. */
const BEFORE = `insert into notices
    (reseller_id, kind, balance, threshold_usd, amount, order_id, percent, ends_at, created_at)
  select $1::bigint, kind, balance, threshold_usd, amount, order_id, percent, ends_at::timestamptz, '2026-11-28'
  from (values
    ('low_balance', 9500000::bigint, 10, null::bigint, null::bigint, null::smallint, null),
    ('topped_up', 105000000, null, 5000000, null, null, null),
    ('refunded', 100000000, null, 600000, null, null, null),
    ('order_ends', null, null, null, 7, null, '${END}'),
    ('traffic_used', null, null, null, 8, 95, null)
  ) told (kind, balance, threshold_usd, amount, order_id, percent, ends_at)`;
const FACTS = [
  { kind: 'low_balance', balanceUsd: '9.50', thresholdUsd: '10.00' },
  { kind: 'topped_up', amountUsd: '5.00', balanceUsd: '105.00' },
  { kind: 'refunded', amountUsd: '0.60', balanceUsd: '100.00' },
  // It told of terms only that can be renewed.
  { kind: 'order_ends', orderId: 7, endsAt: new Date(END), renewable: true },
  { kind: 'traffic_used', orderId: 8, percent: 95 },
];
const COLUMNS = sql.raw('kind, balance, threshold_usd, amount, order_id, percent, ends_at');

const writeBefore = (resellerId: number, client = db()) =>
  sql.raw(BEFORE.replace('$1', String(resellerId))).execute(client);
const told = async (resellerId: number, client = db()) =>
  (await listNotices(client, { resellerId, limit: 10 }))
    .map((notice) => ({ kind: notice.kind, ...factsOf(notice) }))
    .reverse();

test('a notice that a process of the version before writes has its facts', async () => {
  await writeBefore(buyer.resellerId);
  expect(await told(buyer.resellerId)).toEqual(FACTS);
});

test('a notice that this version writes has the columns that a process of the version before reads', async () => {
  const { resellerId } = buyer;
  await writeBefore(resellerId);
  const { rows: written } =
    await sql`select ${COLUMNS} from notices where reseller_id = ${resellerId} order by id`.execute(db());
  const { rows: facts } = await sql<{ kind: string; facts: object }>`
    delete from notices where reseller_id = ${resellerId} returning kind, facts`.execute(db());
  for (const row of facts)
    await db()
      .insertInto('notices')
      .values({
        reseller_id: resellerId,
        kind: row.kind as never,
        facts: sql<object>`${JSON.stringify(row.facts)}::jsonb`,
        created_at: new Date(),
      })
      .execute();
  const { rows } =
    await sql`select ${COLUMNS} from notices where reseller_id = ${resellerId} order by id`.execute(db());
  expect(rows).toEqual(written);
});

test('what was there before the upgrade has its facts after it, and everybody is sent what they were', async () => {
  const empty = await createEmptyDatabase();
  const all = await readMigrations();
  await migrate(empty.url, { migrations: all.slice(0, 1) });
  const before = await openServices({ ...opened, databaseUrl: empty.url });
  const client = before.services.database.sql;
  for (const notices of ['{}', '{topped_up,refunded,traffic_used}'])
    await sql`insert into resellers (name, price_list, created_at, notices)
      values ('One', 'standard', now(), ${notices})`.execute(client);
  await writeBefore(1, client);
  await migrate(empty.url);
  expect(await told(1, client)).toEqual(FACTS);
  expect((await readOptOuts(client, 1)).sort()).toEqual([
    'order_ends',
    'refunded',
    'topped_up',
    'traffic_used',
  ]);
  expect(await readOptOuts(client, 2)).toEqual(['order_ends']);
  await before.close();
  await empty.drop();
});

test('what is chosen by a process of either version holds for the other, and a kind that only a later one knows stays as it is', async () => {
  const { resellerId } = buyer;
  const chosen = async () => {
    const [row] = await db().selectFrom('resellers').select('notices').where('id', '=', resellerId).execute();
    return row?.notices.sort();
  };
  await setOptOuts(db(), { resellerId, kinds: ['later', 'order_ends'] });
  expect(await chosen()).toEqual(['refunded', 'topped_up', 'traffic_used']);
  await sql`update resellers set notices = '{topped_up,refunded,order_ends}' where id = ${resellerId}`.execute(
    db(),
  );
  expect((await readOptOuts(db(), resellerId)).sort()).toEqual(['later', 'traffic_used']);
});

test('a new kind is sent to everybody who has not opted out of it', async () => {
  const { resellerId } = buyer;
  const write = () => {
    const fact = sql<{ reseller_id: number; facts: object; created_at: Date }>`(
      select ${resellerId}::bigint as reseller_id, '{}'::jsonb as facts, now() as created_at)`;
    return writeNotices(db(), 'later' as never, fact).execute();
  };
  const count = async () => (await sql`select from notices where kind = 'later'`.execute(db())).rows.length;
  await write();
  expect(await count()).toBe(1);
  await setOptOuts(db(), { resellerId, kinds: ['later'] });
  await write();
  expect(await count()).toBe(1);
});

test('a notice whose facts this version cannot read is put off, and keeps no other from being sent', async () => {
  const { resellerId } = buyer;
  await sendNotices(opened.services, { write: async () => () => {} }, () => {});
  await writeBefore(resellerId);
  await sql`update notices set facts = '{"percent": 81}' where reseller_id = ${resellerId} and kind = 'traffic_used'`.execute(
    db(),
  );
  const sent: string[] = [];
  const write = async (_tx: unknown, notices: readonly { kind: string }[]) => {
    sent.push(...notices.map(({ kind }) => kind));
    return () => {};
  };
  await expect(sendNotices(opened.services, { write }, () => {})).rejects.toThrow('1 notices');
  expect(sent).toEqual(['low_balance', 'topped_up', 'refunded', 'order_ends']);
});
