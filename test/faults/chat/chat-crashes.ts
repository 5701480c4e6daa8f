import { sql } from 'kysely';
import type { Fault } from '../../../src/sandbox/faults/faults.ts';
import { isTaken } from '../crash-table.ts';
import type { ChatPoint, DatabasePoint, Points } from '../points.ts';
import type { Random } from '../random.ts';
import type { System } from '../system.ts';
import { arm } from '../upstream-faults.ts';
import { ChatControl } from './chat-control.ts';
import { nameOf } from './person.ts';

/** People of crashes have numbers of their own, beside those who talk at random. */
const FIRST_USER = 900_001;
/** Until a chat is ready, in ms: a process that was killed is started again meanwhile. */
const READY_MS = 60_000;

/**
 * What a person does when the crash comes: has a balance shown, makes a key, asks for an invoice, or pays.
 */
type Act = 'text' | 'key' | 'crypto invoice' | 'stars payment' | 'crypto payment' | 'purchase';

interface ChatCrash {
  name: string;
  act: Act;
  /** All processes are killed, or the connection that is held at the point is ended. */
  victim: 'processes' | 'connection';
  at: DatabasePoint | Fault;
}

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
  ...atPoint('purchase', 'confirmed, and within the charge', 'charging'),
  ...atPoint('purchase', 'charged, at the commit', 'charge_committing'),
  ...atPoint('purchase', 'bought, within the settlement', 'settling'),
  ...atPoint('purchase', 'settled, at the commit', 'settle_committing'),
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
  upstream: 'telegram' | 'cryptopay',
  call: string,
  mode: 'hang' | 'reset_before' | 'reset_after',
): ChatCrash {
  return { name: `${act}: ${what}`, act, victim: 'processes', at: { upstream, call, mode, times: 1 } };
}

/**
 * Performs `count` of the crashes in a random order, each with a new person. Returns those that were missed.
 */
export async function crashChats(
  system: System,
  points: Points,
  random: Random,
  count: number,
): Promise<{ crashes: number; missed: string[] }> {
  const table = random.shuffle(CHAT_CRASHES);
  const missed: string[] = [];
  for (let number = 0; number < count; number++) {
    const crash = table[number % table.length];
    if (crash && !(await crashOnce(system, points, crash, FIRST_USER + number))) missed.push(crash.name);
  }
  return { crashes: count - missed.length, missed };
}

async function crashOnce(system: System, points: Points, crash: ChatCrash, user: number): Promise<boolean> {
  const { at, victim, act } = crash;
  const chat = new ChatControl(system.control);
  await chat.reportTo(system.processes[0]?.url ?? '');
  const does = await prepared(chat, user, act, system);
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

/** Everybody who could hold a lease is dead, so it is ended instead of waited for. */
async function restart({ processes, services }: System): Promise<void> {
  const db = services.database.sql;
  await sql`delete from leases`.execute(db);
  await sql`update payments set leased_until = now() where leased_until > now()`.execute(db);
  await Promise.all(processes.map((process) => process.start()));
}

/** Brings a new person to where they only have to act. Undefined when the bot does not answer in time. */
async function prepared(
  chat: ChatControl,
  user: number,
  act: Act,
  system: System,
): Promise<(() => Promise<unknown>) | undefined> {
  const shows = (pattern: RegExp) => chat.awaited(user, ({ text }) => pattern.test(text), READY_MS);
  const has = (pattern: RegExp) =>
    chat.awaited(user, ({ buttons }) => buttons.flat().some((text) => pattern.test(text)), READY_MS);
  const press = async (pattern: RegExp): Promise<boolean> => {
    const message = await has(pattern);
    const button = message?.buttons.flat().find((text) => pattern.test(text));
    return message && button !== undefined ? chat.press(user, message.messageId, button) : false;
  };
  await chat.say(user, '/start', { firstName: nameOf(user), language: 'en' });
  if (!(await shows(/Welcome/))) return undefined;
  switch (act) {
    case 'text':
      return () => chat.say(user, '/balance');
    case 'key':
      await chat.say(user, '/keys');
      await press(/^New key$/);
      await has(/^Without a name$/);
      return () => press(/^Without a name$/);
    case 'crypto invoice':
    case 'crypto payment': {
      await chat.say(user, '/topup');
      await press(/^\$10$/);
      await has(/^Crypto Pay$/);
      if (act === 'crypto invoice') return () => press(/^Crypto Pay$/);
      await press(/^Crypto Pay$/);
      if (!(await shows(/Invoice for/))) return undefined;
      const { rows } = await sql<{ invoice_id: string }>`
        select invoice_id from payments where chat_id = ${user}`.execute(system.services.database.sql);
      return () => chat.payCrypto(Number(rows[0]?.invoice_id));
    }
    case 'stars payment':
    case 'purchase': {
      await chat.say(user, '/topup');
      await press(/^\$10$/);
      await press(/^Telegram Stars/);
      const invoice = await chat.awaited(user, (message) => message.invoice !== null, READY_MS);
      if (!invoice) return undefined;
      const pays = () => chat.pay(user, invoice.messageId);
      if (act === 'stars payment') return pays;
      await pays();
      await shows(/was added/);
      await chat.say(user, '/buy');
      await press(/^Premium$/);
      await press(/^IPv4 HTTP/);
      await press(/^7 days/);
      await press(/United States/);
      await press(/^1$/);
      await has(/^Buy for/);
      return () => press(/^Buy for/);
    }
  }
}
