import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { atOnce } from '../at-once.ts';
import { operate } from '../operate.ts';
import type { Random } from '../random.ts';
import type { System } from '../system.ts';
import type { ChatControl } from './chat-control.ts';
import { microsIn } from './sayings.ts';

/** Something that the operator wants to be done, once. */
export interface Deed {
  kind: 'adjust' | 'top up' | 'refund' | 'give back' | 'credit' | 'top up again';
  user: number;
  args: readonly string[];
  /** In micro-dollars, what it adds to the balance; undefined for all that an operation was charged. */
  usd: bigint | undefined;
  /** What the line of the statement is to be named. */
  reference: string;
  operationId?: string;
  chargeId?: string;
  /** Undefined while no answer has come. */
  outcome: 'done' | 'refused' | undefined;
  /** How many answers said that it was done just then. */
  firsts: number;
}

/** Somebody's report of a payment that is not Crypto Pay's, and what it was answered with. */
interface Forgery {
  what: string;
  status: number;
}

const KINDS = ['adjust', 'top up', 'top up again', 'refund', 'give back', 'give back', 'credit'] as const;
/** How many commands are repeated at the same time. */
const COMMANDS_AT_ONCE = 3;

export interface Deeds {
  all: Deed[];
  forgeries: Forgery[];
  /** The orders whose end was moved to within a day. */
  movedEnds: Set<string>;
  ended: Promise<void>;
  /** Gives every command again, without faults: what has no answer gets one, and nothing is done twice. */
  repeat(after?: { isRestored: boolean }): Promise<void>;
}

const FORGES_EVERY_MS = 700;
const ATTEMPTS = 5;
/** How many orders have their end moved. */
const MOVED_ENDS = 8;
/** Until an end in a day is told of, in ms: its minute, two leases of who looks, and another minute. */
const NOTICED_WITHIN_MS = 300_000;

/**
 * Until the signal, the operator corrects balances, tops up, gives payments back and credits what came with
 * another amount; Telegram gives Stars back by itself; and somebody reports payments that were never made.
 */
export function startDeeds(system: System, chat: ChatControl, random: Random, signal: AbortSignal): Deeds {
  const deeds = readyDeeds(system, chat, random, signal);
  return {
    ...deeds,
    ended: Promise.all([deeds.operateOn(), deeds.forge(), deeds.moveEnds()]).then(() => {}),
  };
}

/** As `startDeeds`, but one deed of each kind, all of them at once. */
export function doDeeds(
  system: System,
  chat: ChatControl,
  random: Random,
  kinds: readonly Deed['kind'][],
): Deeds {
  const deeds = readyDeeds(system, chat, random, AbortSignal.abort());
  return { ...deeds, ended: Promise.all(kinds.map(deeds.operateOnce)).then(() => {}) };
}

function readyDeeds(system: System, chat: ChatControl, random: Random, signal: AbortSignal) {
  const all: Deed[] = [];
  const forgeries: Forgery[] = [];
  const movedEnds = new Set<string>();
  const used = new Set<string>();
  const ends: { id: string; is: Date; was: Date }[] = [];
  const db = system.services.database.sql;

  /** Rows of the database, or none while it is away. Only identities are read from it, never amounts. */
  const rows = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await query.execute(db).catch(() => ({ rows: [] as Row[] }))).rows;

  async function give(deed: Deed): Promise<void> {
    const answer = await operate(system, ...deed.args);
    if (answer === undefined) return;
    deed.outcome = answer === 'refused' ? 'refused' : 'done';
    if (answer !== 'refused' && answer['replayed'] === false) deed.firsts += 1;
  }

  async function draw(kind: Deed['kind']): Promise<Deed | undefined> {
    const [person] = await rows(sql<{ user_id: number; reseller_id: number }>`
      select user_id, reseller_id from bot_people where reseller_id is not null order by random() limit 1`);
    if (!person) return undefined;
    const { user_id: user, reseller_id: reseller } = person;
    const reference = `deed-${all.length}-${random.whole(1, 1e9)}`;
    const why = ['--reason', 'A deed of the harness', '--reference', reference];
    const to = ['--reseller', String(reseller)];
    const deed = { user, reference, outcome: undefined, firsts: 0 };
    switch (kind) {
      case 'adjust': {
        const usd = random.pick(['1.07', '-0.05', '0.30', '-1.30']);
        return {
          ...deed,
          kind,
          usd: microsIn(usd),
          args: ['balance', 'adjust', ...to, '--usd', usd, ...why],
        };
      }
      case 'top up': {
        const usd = random.pick(['3.21', '0.04', '17.00']);
        return {
          ...deed,
          kind,
          usd: microsIn(usd),
          args: ['top-up', ...to, '--usd', usd, '--reference', reference],
        };
      }
      case 'top up again': {
        const payment = await starsPayment();
        if (!payment) return undefined;
        const name = random.pick([payment.charge_id, `stars:${payment.charge_id}`, payment.id]);
        // Nobody pays so little: by the payment's own amount this would repeat its top-up, and be no refusal.
        return { ...deed, kind, usd: 0n, args: ['top-up', ...to, '--usd', '0.02', '--reference', name] };
      }
      case 'refund': {
        const [operation] = await rows(sql<{ id: string; user_id: number }>`
          select o.id, p.user_id from operations o join bot_people p using (reseller_id)
            where o.state = 'settled' and not o.id::text = any (${[...used]}::text[]) order by random() limit 1`);
        if (!operation) return undefined;
        used.add(operation.id);
        const part = random.chance(0.5) ? ['--usd', '0.02'] : [];
        const usd = part.length > 0 ? 20_000n : undefined;
        const args = ['operation', 'refund', '--operation', operation.id, ...part, ...why];
        return { ...deed, kind, user: operation.user_id, usd, operationId: operation.id, args };
      }
      case 'give back': {
        const payment = await starsPayment();
        if (!payment) return undefined;
        used.add(payment.charge_id);
        if (random.chance(0.5)) {
          await giveBackByTelegram(system, payment.payer_id, payment.charge_id);
          return undefined;
        }
        const args = ['payment', 'refund', '--payment', payment.id];
        return { ...deed, kind, user: payment.payer_id, usd: 0n, chargeId: payment.charge_id, args };
      }
      case 'credit': {
        const [open] = await rows(sql<{
          id: string;
          invoice_id: string;
          chat_id: number;
          reseller_id: number;
        }>`
          select id, invoice_id, chat_id, reseller_id from payments where state = 'open' and invoice_id is not null
            and provider = 'crypto_pay' order by random() limit 1`);
        if (!open || chat.takenInvoices.has(open.invoice_id)) return undefined;
        chat.takenInvoices.add(open.invoice_id);
        const body = reportOf(open.invoice_id, open.id, '11.11');
        if ((await report(system, random, body, signatureOf(system, body))) !== 200) return undefined;
        const args = [
          'payment',
          'credit',
          '--payment',
          open.id,
          '--reseller',
          String(open.reseller_id),
          '--usd',
          '11.11',
        ];
        return {
          ...deed,
          kind,
          user: open.chat_id,
          usd: 11_110_000n,
          reference: `crypto-pay:${open.invoice_id}`,
          args,
        };
      }
    }
  }

  async function starsPayment() {
    const [payment] = await rows(sql<{ id: string; charge_id: string; payer_id: number }>`
      select id, charge_id, payer_id from payments where provider = 'stars' and state = 'paid'
        and not charge_id = any (${[...used]}::text[]) order by random() limit 1`);
    return payment;
  }

  async function operateOnce(kind: Deed['kind']): Promise<void> {
    const deed = await draw(kind);
    if (!deed) return;
    all.push(deed);
    await give(deed);
  }

  async function operateOn(): Promise<void> {
    while (!signal.aborted) {
      await operateOnce(random.pick(KINDS));
      await setTimeout(random.whole(200, 1_000), undefined, { signal }).catch(() => {});
    }
  }

  /** Reports that are unsigned, signed by somebody else, or a copy of a true one with another amount. */
  async function forge(): Promise<void> {
    while (!signal.aborted) {
      const [open] = await rows(sql<{ id: string; invoice_id: string }>`
        select id, invoice_id from payments where provider = 'crypto_pay' and invoice_id is not null
          order by state = 'open' desc, random() limit 1`);
      {
        const [id, usd] = [open?.invoice_id ?? '1000', random.pick(['10.00', '25.00', '9000.00'])];
        const payment = open?.id ?? randomUUID();
        const body = reportOf(id, payment, usd);
        const [what, signature] = random.pick([
          ['unsigned', ''],
          ['signed by another', createHmac('sha256', randomBytes(32)).update(body).digest('hex')],
          ['a copy with another amount', signatureOf(system, reportOf(id, payment, '10.01'))],
        ] as const);
        const status = await report(system, random, body, signature);
        if (status !== undefined) forgeries.push({ what: `${what}, of invoice ${id} for ${usd}`, status });
      }
      await setTimeout(FORGES_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** As if time had passed for some orders. */
  async function moveEnds(): Promise<void> {
    while (!signal.aborted && movedEnds.size < MOVED_ENDS) {
      const ids = [...movedEnds];
      const [moved] = await rows(sql<{ id: string; is: Date; was: Date }>`
        update orders set expires_at = date_trunc('minute', now()) + interval '24 hours 1 minute' from (
          select id, expires_at from orders where upstream = 'px6' and renewable
            and not id = any (${ids}::bigint[]) order by random() limit 1) was
        where orders.id = was.id returning orders.id, orders.expires_at as is, was.expires_at as was`);
      if (moved) {
        movedEnds.add(String(moved.id));
        ends.push(moved);
      }
      await setTimeout(2_000, undefined, { signal }).catch(() => {});
    }
  }

  /**
   * Puts the ends back of those that were not renewed, when whoever wants to be told of them has been: the
   * process that looks for ends once a minute may have died, and the next one takes its place a minute later.
   */
  async function putBackEnds(): Promise<void> {
    const ids = ends.map(({ id }) => id);
    const isUntold = async () =>
      (
        await rows(sql`
          select from orders
          where orders.id = any (${ids}::bigint[]) and expires_at between now() and now() + interval '24 hours 1 minute'
            and not exists (select from events where type = 'order.ending' and events.reseller_id = orders.reseller_id
              and order_id = orders.id and ends_at = expires_at)`)
      ).length > 0;
    const deadline = performance.now() + NOTICED_WITHIN_MS;
    while (performance.now() < deadline && (await isUntold())) await setTimeout(1_000);
    for (const { id, is, was } of ends)
      await sql`update orders set expires_at = ${was} where id = ${id} and expires_at = ${is}`.execute(db);
  }

  return {
    all,
    forgeries,
    movedEnds,
    operateOnce,
    operateOn,
    forge,
    moveEnds,
    async repeat({ isRestored } = { isRestored: false }) {
      await putBackEnds();
      await atOnce(COMMANDS_AT_ONCE, all, async (deed) => {
        if (isRestored && deed.outcome === 'done') Object.assign(deed, { outcome: undefined, firsts: 0 });
        for (let attempt = 0; attempt < ATTEMPTS && deed.outcome === undefined; attempt++) await give(deed);
        // A refusal for lack of money may be none by now.
        if (deed.outcome === 'done' && random.chance(0.3)) await give(deed);
      });
    },
  };
}

/** As another tool of the bot's owner does, or Telegram by itself. */
export async function giveBackByTelegram(
  { environment }: System,
  user: number,
  chargeId: string,
): Promise<void> {
  const { TELEGRAM_API_URL: api = '', TELEGRAM_BOT_TOKEN: token = '' } = environment;
  const body = JSON.stringify({ user_id: user, telegram_payment_charge_id: chargeId });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${api}/bot${token}/refundStarPayment`, { method: 'POST', headers, body }).catch(
    () => undefined,
  );
}

function reportOf(invoiceId: string, payload: string, amount: string): string {
  const invoice = {
    invoice_id: Number(invoiceId),
    status: 'paid',
    currency_type: 'fiat',
    fiat: 'USD',
    amount,
    payload,
  };
  const requested = new Date().toISOString();
  return JSON.stringify({
    update_id: 1,
    update_type: 'invoice_paid',
    request_date: requested,
    payload: invoice,
  });
}

function signatureOf({ environment }: System, body: string): string {
  const { CRYPTO_PAY_TOKEN: token = '' } = environment;
  const key = createHash('sha256').update(token).digest();
  return createHmac('sha256', key).update(body).digest('hex');
}

/** The status of the answer; undefined when none came, or the service could not write. */
async function report(
  system: System,
  random: Random,
  body: string,
  signature: string,
): Promise<number | undefined> {
  const url = `${random.pick(system.processes).url}/payments/crypto-pay`;
  const headers = { 'content-type': 'application/json', 'crypto-pay-api-signature': signature };
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer && answer.status < 500 ? answer.status : undefined;
}
