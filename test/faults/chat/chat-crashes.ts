import { sql } from 'kysely';
import type { Fault } from '../../../src/sandbox/faults.ts';
import { isTaken } from '../crash-table.ts';
import type { ChatPoint, DatabasePoint, Points } from '../points.ts';
import type { Random } from '../random.ts';
import type { System } from '../system.ts';
import { arm } from '../upstream-faults.ts';
import type { ChatControl } from './chat-control.ts';
import { type Act, CHARGED, type Charged, prepareAct, untilTold } from './prepare-act.ts';

/** People of crashes have numbers of their own, beside those who talk at random. */
export const FIRST_USER = 900_001;
interface ChatCrash {
  name: string;
  act: Act;
  /** All processes are killed, or the connection that is held at the point is ended. */
  victim: 'processes' | 'connection';
  at: DatabasePoint | Fault;
}

/** The call of the upstream that does the work. */
const WORK_OF: Record<Charged, ['px6' | 'dataimpulse', string]> = {
  purchase: ['px6', 'buy'],
  'coin purchase': ['px6', 'buy'],
  renewal: ['px6', 'prolong'],
  traffic: ['dataimpulse', 'balance-add'],
};

/** Each point where the chat's work can be cut off, between its steps and within them. */
const CHAT_CRASHES: readonly ChatCrash[] = [
  ...atPoint('text', 'taken and not handled', 'handling'),
  ...atPoint('key', 'taken and not handled', 'handling'),
  ...atPoint('key', 'handled, at the commit', 'handle_committing'),
  atCall('text', 'handled and not answered', 'telegram', 'sendMessage', 'hang'),
  atCall('key', 'handled and not answered', 'telegram', 'sendMessage', 'reset_before'),
  ...atPoint('text', 'sent and not noted as sent', 'noting_sent'),
  atCall('key', 'sent and its answer lost', 'telegram', 'sendMessage', 'reset_after'),
  atCall('crypto invoice', 'written down, and no invoice', 'cryptopay', 'createInvoice', 'hang'),
  atCall('crypto invoice', 'invoice made, and its answer lost', 'cryptopay', 'createInvoice', 'reset_after'),
  ...atPoint('crypto invoice', 'invoice made and not noted', 'noting_invoice'),
  ...atPoint('stars payment', 'paid and not credited', 'crediting'),
  ...atPoint('crypto payment', 'paid and not credited', 'crediting'),
  ...atPoint('stars payment', 'credited, at the commit', 'credit_committing'),
  ...atPoint('crypto payment', 'credited, at the commit', 'credit_committing'),
  atCall('stars payment', 'credited and not told', 'telegram', 'sendMessage', 'hang'),
  atCall('crypto payment', 'credited and not told', 'telegram', 'sendMessage', 'hang'),
  ...CHARGED.flatMap((act) => [
    ...atPoint(act, 'confirmed, and within the charge', 'charging'),
    ...atPoint(act, 'charged, at the commit', 'charge_committing'),
    ...(act.endsWith('purchase')
      ? []
      : atPoint(act, 'charged, and writing down what was learnt', 'remembering')),
    atCall(act, 'asked for, and not done', ...WORK_OF[act], 'hang'),
    atCall(act, 'done, and its answer lost', ...WORK_OF[act], 'reset_after'),
    ...atPoint(act, 'done, within the settlement', 'settling'),
    ...atPoint(act, 'settled, at the commit', 'settle_committing'),
    ...atPoint(act, 'settled, and within the answer', 'noting_order'),
    atCall(act, 'answered, and the answer not sent', 'telegram', 'editMessageText', 'hang'),
  ]),
];

function atPoint(act: Act, what: string, at: ChatPoint | DatabasePoint): ChatCrash[] {
  return (['processes', 'connection'] as const).map((victim) => ({
    name: `${act}: ${what}, ${victim}`,
    act,
    victim,
    at,
  }));
}

function atCall(
  act: Act,
  what: string,
  upstream: Fault['upstream'],
  call: string,
  mode: 'hang' | 'reset_before' | 'reset_after',
): ChatCrash {
  return { name: `${act}: ${what}`, act, victim: 'processes', at: { upstream, call, mode, times: 1 } };
}

/**
 * Performs `count` of the crashes in a random order, each with a new person. Returns those that were missed,
 * and whose person was not told in the end.
 */
export async function crashChats(
  system: System,
  chat: ChatControl,
  points: Points,
  random: Random,
  count: number,
): Promise<{ crashes: number; missed: string[] }> {
  const table = random.shuffle(CHAT_CRASHES);
  const crashes = Array.from({ length: count }, (_, index) => ({
    crash: table[index % table.length] as ChatCrash,
    user: FIRST_USER + index,
  }));
  const missed: string[] = [];
  for (const { crash, user } of crashes)
    if (!(await crashOnce(system, chat, points, crash, user))) missed.push(crash.name);
  const untold = await Promise.all(
    crashes.map(async ({ crash: { act, name }, user }) => {
      const charged = CHARGED.find((one) => one === act);
      if (!charged || missed.includes(name) || (await untilTold(chat, user, charged))) return [];
      const shown = (await chat.read(user)).slice(-3).map(({ from, text }) => `${from}: ${text}`);
      return [`${name}: ${user} is not told how it ended: ${JSON.stringify(shown)}`];
    }),
  );
  return { crashes: count - missed.length, missed: [...missed, ...untold.flat()] };
}

async function crashOnce(
  system: System,
  chat: ChatControl,
  points: Points,
  crash: ChatCrash,
  user: number,
): Promise<boolean> {
  const { at, victim, act } = crash;
  await chat.reportTo(system.processes[0]?.url ?? '');
  const does = await prepareAct(system, chat, user, act);
  if (!does) return false;
  if (typeof at === 'string') await points.hold(at);
  else await arm(system.control, [at]);
  const done = does();
  const isReached = typeof at === 'string' ? await points.reached(at) : await isTaken(system.control);
  if (victim === 'processes') await Promise.all(system.processes.map((process) => process.kill()));
  else if (isReached && typeof at === 'string') await points.cut(at);
  if (typeof at === 'string') await points.letGo(at);
  await arm(system.control, []);
  await done;
  if (victim === 'processes') await restart(system);
  return isReached;
}

/** Points that people pass all the time. */
const BUSY_POINTS = [
  'handling',
  'handle_committing',
  'noting_sent',
  'crediting',
  'credit_committing',
  'charging',
  'settling',
  'settle_committing',
] as const;

/** The same while many people talk: a process is killed, or the connection cut, at whatever passes there. */
export async function crashAmongMany(
  { processes }: System,
  points: Points,
  random: Random,
  { times, signal }: { times: number; signal: AbortSignal },
): Promise<number> {
  let crashes = 0;
  for (let i = 0; i < times && !signal.aborted; i++) {
    const [at, victim] = [random.pick(BUSY_POINTS), random.pick(processes)];
    await points.hold(at);
    const isReached = await points.reached(at);
    const isKilled = random.chance(0.5);
    if (isKilled) await victim.kill();
    else await points.cut(at);
    await points.letGo(at);
    if (isKilled) await victim.start();
    if (isReached) crashes += 1;
  }
  return crashes;
}

/** Everybody who could hold a lease is dead, so it is ended instead of waited for. */
async function restart({ processes, services }: System): Promise<void> {
  const db = services.database.sql;
  await sql`delete from leases`.execute(db);
  await sql`update payments set leased_until = now() where leased_until > now()`.execute(db);
  await Promise.all(processes.map((process) => process.start()));
}
