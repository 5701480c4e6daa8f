import type { Client } from 'pg';
import { hashOfSecret } from '../../../src/kit/vault.ts';
import type { Filled } from '../../support/fill-database.ts';
import type { Environment } from '../environment.ts';
import type { RecordedService, SentStatement } from '../recorder.ts';
import { get, LIST_PATH, PURCHASE, post } from '../requests.ts';
import { seedOrders, seedProxies, seedReseller } from '../seed.ts';
import { answerOf } from '../work/answers.ts';
import { type Replaced, type Script, scriptOf } from './script.ts';

export type WorkName = 'purchase' | 'list' | 'order' | 'admission' | 'list without admission';

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;
const IDEMPOTENCY_KEY = 'past-one-primary';
/** The lines that choose a key, its reseller and one of its orders, and number what a client does. */
const CHOOSE = String.raw`\set n :n + 1
\set seq (:run * 1000 + :client_id) * 100000000 + :n
\set key random(0, :keys - 1)
\set reseller :first_reseller + :key % :resellers
\set order_id :first_order + random(0, :orders / :resellers - 1) * :resellers + :key % :resellers`;
/** The filled orders' hashes are of such texts. */
const KEY_HASH = `sha256(('key ' || :key)::bytea)`;
/** As the window of a turn stands in its statements: without it a turn is free again at once. */
const TURN_WINDOW = /1\.01/g;

/** Records each work once, over HTTP, and makes it into a script over what the database was filled with. */
export async function recordWorks(
  environment: Environment,
  recorder: RecordedService,
  client: Client,
): Promise<Record<WorkName, Script>> {
  const seeded = await seedReseller(environment, 1);
  const [key] = seeded.keys;
  if (!key) throw new RangeError('the reseller has no key');
  await seedOrders(environment, seeded.resellerId, 50);
  await seedProxies(environment, seeded.resellerId);
  const buy = (idempotencyKey: string) => {
    const request = post('/v1/orders', PURCHASE, key.apiKey);
    return answerOf(recorder.url, {
      ...request,
      headers: { ...request.headers, 'idempotency-key': idempotencyKey },
    });
  };
  const { id } = await buy('the first one reads the stock');
  const recordedAt = Date.now();
  let orderId = '';
  const purchase = await recorder.statementsOf(async () => {
    orderId = String((await buy(IDEMPOTENCY_KEY))['id']);
  });
  const list = await recorder.statementsOf(() => answerOf(recorder.url, get(LIST_PATH, key.apiKey)));
  const order = await recorder.statementsOf(() =>
    answerOf(recorder.url, get(`/v1/orders/${id}`, key.apiKey)),
  );

  const ofCaller: Replaced[] = [
    { recorded: `\\x${hashOfSecret(key.apiKey).toString('hex')}`, expression: KEY_HASH },
    { recorded: String(seeded.resellerId), expression: ':reseller' },
  ];
  const readScript = (statements: readonly SentStatement[], number: string) =>
    scriptOf(client, statements, {
      replaced: [...ofCaller, { recorded: number, expression: ':order_id' }],
      kept: [],
      begin: CHOOSE,
      recordedAt,
    });
  const unlimited = purchase.map((sent) => ({ ...sent, text: sent.text.replaceAll(TURN_WINDOW, '0') }));
  return {
    purchase: await scriptOf(client, unlimited, {
      replaced: [
        ...ofCaller,
        { recorded: orderId, expression: ':bought_order_id' },
        { recorded: IDEMPOTENCY_KEY, expression: `'k' || :seq` },
        ...madeIds(unlimited),
      ],
      kept: [{ contains: `nextval('order_ids')`, prefix: 'bought_' }],
      begin: CHOOSE,
      recordedAt,
    }),
    list: await readScript(list, String(id)),
    order: await readScript(order, String(id)),
    admission: await readScript(list.slice(0, 1), String(id)),
    'list without admission': await readScript(list.slice(1), String(id)),
  };
}

/** The ids that the service has made, each of which becomes another one that rises with `seq`. */
function madeIds(statements: readonly SentStatement[]): Replaced[] {
  const texts = statements.flatMap(({ values }) => values.flat().map(String));
  const ids = new Set(texts.flatMap((text) => text.match(UUID) ?? []));
  return [...ids].map((recorded, i) => ({
    recorded,
    expression: `('${String(i + 1).padStart(8, '0')}' || lpad(:seq::text, 24, '0'))::uuid`,
  }));
}

export function variablesOf({ firstReseller, firstOrder, resellers, orders, keys }: Filled, run: number) {
  return {
    first_reseller: firstReseller,
    first_order: firstOrder,
    resellers,
    orders,
    keys,
    run,
    n: 0,
  };
}
