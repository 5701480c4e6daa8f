import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { tell } from '../../../src/events/tell.ts';
import { createKey, deleteKey, reissueKey, updateKey } from '../../../src/resellers/keys.ts';
import { givenKeys } from '../../support/given.ts';
import type { Fields } from '../client-record.ts';
import type { Random } from '../random.ts';
import { ask } from '../shown.ts';
import type { Reseller, System } from '../system.ts';
import { send } from '../wire.ts';
import { noteChanges } from './committed.ts';
import type { Endpoint, Receiver } from './receiver.ts';

/** A secret that was replaced signs for a day; by less than that here, since both clocks are asked. In ms. */
const BOTH_SIGN_MS = 23 * 3_600_000;
/** How often a program asks for what is new, in ms: its keys admit 60 requests a minute each. */
const READ_EVERY_MS = 700;
const KEYS_OF_READER = 4;
const PAGE = 50;
const EXPIRED = 410;
/** At the end of a run; whoever gets no further is far behind. */
const MAX_PAGES = 200;
/** How long another change may take to come to its end, in looks and ms. */
const LOOKS = 40;
const LOOK_EVERY_MS = 50;
/** How often somebody changes a key, in ms. */
const KEY_EVERY_MS = { least: 100, most: 1_500 };

const WITH_SECRET = 'secret webhook { id }';
const CREATE = document('CreateWebhook', WITH_SECRET);
const ROTATE = document('RotateWebhookSecret', WITH_SECRET);
const REDELIVER = document('RedeliverSince', 'count next');
const RESET = document('ResetPassword', 'order { id }');

function document(name: string, fields: string): string {
  const field = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return `mutation($input: ${name}Input!) { result: ${field}(input: $input) {
    ... on ${name}Success { ${fields} } ... on Error { code message } } }`;
}

/** A program that follows a log by its cursor, through one process after the other. */
interface Reader {
  resellerId: number;
  /** The sequences as they came. */
  sequences: number[];
  ids: string[];
}

/** What a run does with events, and what is needed to check it. */
export interface EventLoad {
  receiver: Receiver;
  webhooks: readonly { endpoint: Endpoint; resellerId: number; webhookId: number }[];
  /** A webhook whose address leads, since it was given, where nothing may be sent. */
  strayedId: number;
  /** What a webhook with such an address was refused with. */
  refusedAs: string;
  /** Webhooks that could not begin with the first event of a log. */
  notBegun: readonly string[];
  readers: readonly Reader[];
  /** How a change failed that came to its end beside another one of its reseller. */
  collisions: readonly string[];
  /** Until the signal, programs read on and keys are changed. Resolves soon after. */
  work(random: Random, signal: AbortSignal): Promise<void>;
  /** Without faults: has each reader read to the end, and gives each reseller's order another password. */
  finish(): Promise<void>;
}

/** Gives resellers webhooks, which begin with the first event of their logs. To be called before faults. */
export async function openEventLoad(system: System, receiver: Receiver): Promise<EventLoad> {
  // Another one after each restart.
  const urlOf = () => system.processes[0]?.url ?? '';
  await noteChanges(system);
  receiver.now = () => system.clock.now();
  const change = (reseller: Reseller, query: string, input: object) =>
    mutate(urlOf(), reseller, query, input);
  const webhooks: EventLoad['webhooks'][number][] = [];
  const notBegun: string[] = [];
  let strayedId = 0;
  let refusedAs = '';
  for (const [place, reseller] of system.resellers.entries()) {
    // One reseller has two that get the same.
    for (let number = 0; number < (place === 0 ? 2 : 1); number++) {
      const endpoint = receiver.add(`${reseller.id}/${number}`);
      const made = await change(reseller, CREATE, { url: receiver.urlOf(endpoint) });
      const rotated = number === 0 ? await change(reseller, ROTATE, { id: idOf(made) }) : undefined;
      const [first, second] = [made, rotated].map((one) => String(one?.['secret']));
      endpoint.secrets = [{ secret: (rotated ? second : first) ?? '', until: Infinity }];
      if (rotated) endpoint.secrets.push({ secret: first ?? '', until: system.clock.now() + BOTH_SIGN_MS });
      system.secrets.push(...endpoint.secrets.map(({ secret }) => secret));
      webhooks.push({ endpoint, resellerId: reseller.id, webhookId: numberOf(made) });
      const { code } = await change(reseller, REDELIVER, { webhookId: idOf(made), sequence: 1 });
      if (code !== undefined) notBegun.push(`${endpoint.path}: ${code}`);
    }
    if (place !== 1) continue;
    const refused = await change(reseller, CREATE, { url: receiver.forbiddenUrl });
    refusedAs = String(refused['code'] ?? 'nothing');
    const made = await change(reseller, CREATE, { url: receiver.urlOf({ path: 'strayed' } as Endpoint) });
    strayedId = numberOf(made);
    // As if its name led elsewhere now.
    await sql`update webhooks set url = ${receiver.forbiddenUrl} where id = ${strayedId}`.execute(
      system.services.database.sql,
    );
  }
  const collisions = await Promise.all(system.resellers.map((reseller) => commitBehind(system, reseller)));
  const readers = system.resellers.map(({ id }): Reader => ({ resellerId: id, sequences: [], ids: [] }));
  const keys = await Promise.all(
    system.resellers.map(({ id }) => givenKeys(system.services, id, KEYS_OF_READER)),
  );
  system.keys.push(...keys.flat());
  const readOn = async (place: number, process: number): Promise<boolean> => {
    const [reader, own] = [readers[place], keys[place]];
    const apiKey = own?.shift();
    if (!reader || !apiKey) return false;
    own?.push(apiKey);
    const after = reader.sequences.at(-1);
    const path = `/v1/events?limit=${PAGE}${after === undefined ? '' : `&after=${after}`}`;
    const answer = await send(system.processes[process]?.url ?? '', { path, method: 'GET', apiKey });
    // It is told that something is missing.
    if (answer.status === EXPIRED) return false;
    if (answer.status !== 200) return true;
    const page = JSON.parse(answer.text) as { events: { id: string; sequence: number }[]; has_more: boolean };
    reader.sequences.push(...page.events.map(({ sequence }) => sequence));
    reader.ids.push(...page.events.map(({ id }) => id));
    return page.has_more;
  };
  return {
    ...{ receiver, webhooks, strayedId, refusedAs, notBegun, readers, collisions: collisions.flat() },
    async work(random, signal) {
      const reading = readers.map(async (_, place) => {
        for (let turn = place; !signal.aborted; turn++) {
          await readOn(place, turn % system.processes.length);
          await setTimeout(READ_EVERY_MS, undefined, { signal }).catch(() => {});
        }
      });
      await Promise.all([...reading, changeKeys(system, random, signal)]);
    },
    async finish() {
      for (const [place, reseller] of system.resellers.entries()) {
        reseller.keys = await givenKeys(system.services, reseller.id, KEYS_OF_READER);
        system.keys.push(...reseller.keys);
        const { orders } = (await ask(urlOf(), reseller, '/v1/orders?tier=di&limit=1')) as {
          orders: { id: number }[];
        };
        const [order] = orders;
        if (order) await change(reseller, RESET, { orderId: String(order.id) });
        for (let page = 1; page < MAX_PAGES && (await readOn(place, 0)); page++)
          await setTimeout(READ_EVERY_MS);
      }
    },
  };
}

/** Its result, a refusal included. */
async function mutate(url: string, reseller: Reseller, query: string, input: object): Promise<Fields> {
  const { data, errors } = await ask(url, reseller, '/graphql', { query, variables: { input } });
  return (data as { result: Fields } | null)?.result ?? { code: JSON.stringify(errors) };
}

/**
 * Of two changes the first to write its event commits last: the other one has to wait for its place. Returns
 * how that failed.
 */
async function commitBehind({ services, keys }: System, { id: resellerId }: Reseller): Promise<string[]> {
  const { database, clock } = services;
  const give = () => createKey(database, { resellerId, at: clock.now() });
  const [first, second] = [await give(), await give()];
  keys.push(first.apiKey, second.apiKey);
  const { other } = await database.inTransaction(async (tx) => {
    await sql`update api_keys set name = 'first' where id = ${first.keyId}`.execute(tx);
    await tell(tx, [{ type: 'key.changed', resellerId, facts: { key: { id: first.keyId } } }]);
    let isOver = false;
    const ended = (found: string[]) => {
      isOver = true;
      return found;
    };
    const other = updateKey(database, { keyId: second.keyId, name: 'second' }).then(
      () => ended([]),
      (error: Error) => ended([error.message]),
    );
    for (let looks = 0; looks < LOOKS && !isOver && !(await isWaiting(database.sql)); looks++)
      await setTimeout(LOOK_EVERY_MS);
    return { other };
  });
  return other;
}

/** Whether a connection to the database of the run waits for another one. */
async function isWaiting(db: System['services']['database']['sql']): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

const idOf = ({ webhook }: Fields) => (webhook as { id: string }).id;

const numberOf = (made: Fields) => Number(/\d+$/.exec(idOf(made))?.[0]);

/** Gives keys, changes, replaces, disables, enables and deletes them, as somebody in the console does. */
async function changeKeys(
  { services: { database, clock }, resellers, keys }: System,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const own: { keyId: number; resellerId: number }[] = [];
  const give = async () => {
    const { id: resellerId } = random.pick(resellers);
    const { keyId, apiKey } = await createKey(database, { resellerId, at: clock.now() });
    keys.push(apiKey);
    own.push({ keyId, resellerId });
  };
  const one = () => random.pick(own);
  const changes = [
    give,
    () => updateKey(database, { ...one(), name: `key ${random.whole(1, 5)}` }),
    () => updateKey(database, { ...one(), disabled: random.chance(0.5) }),
    () => updateKey(database, { ...one(), disabled: random.chance(0.5), name: '' }),
    async () => keys.push((await reissueKey(database, { ...one(), at: clock.now() })).apiKey),
    () => deleteKey(database, own.splice(random.whole(0, own.length - 1), 1)[0] ?? one()),
  ];
  while (!signal.aborted) {
    // The database is away, or the key is gone: a deletion whose answer was lost may have happened.
    await (own.length < 2 ? give() : random.pick(changes)()).catch(() => {});
    await setTimeout(random.whole(KEY_EVERY_MS.least, KEY_EVERY_MS.most), undefined, { signal }).catch(
      () => {},
    );
  }
}
