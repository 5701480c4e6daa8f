import type { MiddlewareFn } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { vi } from 'vitest';
import { createLog } from '../../src/app/log.ts';
import { type Bot, openBot } from '../../src/bot/bot.ts';
import type { BotContext } from '../../src/bot/dialogues/context.ts';
import { Handler } from '../../src/bot/updates/handler.ts';
import { receive } from '../../src/bot/updates/inbox.ts';
import { createHttpHost } from '../../src/http/host.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { systemTimer, type Timer } from '../../src/kit/clock.ts';
import { openLive } from '../../src/live/live.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { paymentRoute } from '../../src/payments/crypto-pay/webhook.ts';
import type { Fault } from '../../src/sandbox/faults.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { newDataDirectory } from './postgres.ts';
import { type OpenedServices, openServices, type ServicesOptions } from './services.ts';

/** A message of a chat, as the person sees it now. */
export interface ChatMessage {
  messageId: number;
  from: 'bot' | 'user';
  text: string;
  buttons: string[][];
  invoice: { title: string; currency: string; amount: number } | null;
  document: { name: string; text: string } | null;
  deleted: boolean;
}

interface Chat {
  /** Whether the bot has yet to take an update of the person. */
  waiting: boolean;
  messages: ChatMessage[];
  answers: { messageId: number; button: string; answer: { text: string; alert: boolean } | null }[];
}

/** The whole service with its bot, over a fresh database and a sandbox. */
export interface RunningBot extends OpenedServices {
  url: string;
  bot: Bot;
  /** The lines that the service has logged. */
  logged: string[];
  /** The payments that were counted as credited. */
  credited: { provider: string; amount: bigint }[];
  /** The user writes; returns what the bot has answered, when it has nothing more to send to them. */
  say(user: number, text: string, as?: { firstName?: string; language?: string }): Promise<ChatMessage[]>;
  /**
   * Presses the button of the newest message that has it. Returns that message as it is then, what was sent,
   * and what the press was answered with.
   */
  press(user: number, button: string): Promise<{ pressed: ChatMessage; sent: ChatMessage[]; toast: string }>;
  /** The chat as it is when every update has taken effect and every message was sent. */
  chat(user: number): Promise<Chat>;
  /** Calls the sandbox's control API. */
  control<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer>;
  arm(...faults: Omit<Extract<Fault, object>, 'upstream'>[]): void;
}

/** The types of events that people are told of. */
const NEWS = [
  ...['balance.topped_up', 'balance.adjusted', 'balance.refunded', 'balance.low', 'purchase.failed'],
  ...['payment.refunded', 'order.ending', 'order.traffic_used', 'order.exhausted', 'webhook.disabled'],
  ...['stock.low', 'stock.back', 'order.renewed', 'order.renewal_refused'],
];
/** Telegram's limits last a second; here a hundredth of it. The sandbox takes messages at any rate. */
const HURRY = 100;
/** The least that the bot waits, in ms: it looks for messages four times a second, which would hurry, too. */
const LEAST_MS = 20;
const hurriedTimer: Timer = {
  now: () => systemTimer.now() * HURRY,
  after: (millis, alarm) => systemTimer.after(Math.max(millis / HURRY, LEAST_MS), alarm),
};

interface BotOptions extends ServicesOptions {
  /** What the limits of sending are kept by; one that hurries unless given. */
  botTimer?: Timer;
  /** Has the updates delivered to the service instead of asking for them. */
  webhook?: boolean;
  /** The chat that is told what the operator has to know. */
  operatorChat?: number;
  /** Whether the bot begins at once. */
  started?: boolean;
}

export async function startBot(options: BotOptions = {}): Promise<RunningBot> {
  const own = options.sandbox ? undefined : await startSandboxForBot();
  const opened = await openServices({ ...options, ...(own && { sandbox: own }) });
  const { services, sandbox, databaseUrl, credentialsKey } = opened;
  const logged: string[] = [];
  const log = createLog({ write: (line) => void logged.push(line) });
  const { live, events, close: closeLive } = await openLive({ databaseUrl, services, log });
  const config = {
    token: sandbox.telegramToken,
    url: sandbox.telegramUrl,
    chatUrl: undefined,
    webhook: undefined as { url: string; credentialsKeys: [Buffer] } | undefined,
    operatorChat: options.operatorChat,
  };
  if (options.webhook) config.webhook = { url: '', credentialsKeys: [credentialsKey] };
  const credited: RunningBot['credited'] = [];
  opened.payments.onCredited = ({ provider, amount }) => void credited.push({ provider, amount });
  const bot = openBot({
    services,
    payments: opened.payments,
    config,
    events,
    log,
    timer: options.botTimer ?? hurriedTimer,
  });
  const payments = { ...opened.payments, listener: bot.paymentListener };
  const host = createHttpHost(
    services,
    live,
    { trustedProxyHops: 0, routes: [...bot.routes, paymentRoute(payments)] },
    log,
    new Metrics(),
  );
  const url = await host.listen({ host: '127.0.0.1', port: 0 });
  if (config.webhook) config.webhook.url = `${url}/telegram/webhook`;
  if (options.started !== false) bot.start();

  async function control<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${sandbox.url}/control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`control ${path}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async function waiting(user: number): Promise<number> {
    const db = services.database.sql;
    // One after the other: an update that ends between the readings has its messages in the second.
    const updates = await db
      .selectFrom('bot_updates')
      .select('update_id')
      .where('user_id', '=', user)
      .where('sealed', 'is not', null)
      .execute();
    const messages = await db
      .selectFrom('bot_messages')
      .select('number')
      .where('user_id', '=', user)
      .execute();
    return updates.length + messages.length;
  }

  /** How many events the person has yet to be told of. */
  async function untold(user: number): Promise<number> {
    if (options.started === false) return 0;
    const { rows } = await sql`
      select from events join bot_people using (reseller_id)
      where user_id = ${user} and sequence > told and type = any(${NEWS})`.execute(services.database.sql);
    return rows.length;
  }

  const isQuiet = async (user: number) => (await untold(user)) === 0 && (await waiting(user)) === 0;

  const read = (user: number) => control<Chat>('GET', `telegram/chat?user=${user}`);

  /** Waits until the chat is as it has to be and nothing more is to be sent. */
  async function settled(user: number, is: (chat: Chat) => boolean): Promise<Chat> {
    let chat = await read(user);
    await vi.waitUntil(
      async () => {
        chat = await read(user);
        return is(chat) && (await isQuiet(user));
      },
      { interval: 10, timeout: 120_000 },
    );
    // What was sent between the two readings.
    chat = await read(user);
    return chat;
  }

  return {
    ...opened,
    payments,
    url,
    bot,
    logged,
    credited,
    control,
    async say(user, text, as = {}) {
      // What comes by itself is no answer.
      await vi.waitUntil(() => isQuiet(user), { interval: 10, timeout: 120_000 });
      const { messageId } = await control<{ messageId: number }>('POST', 'telegram/send', {
        user,
        text,
        ...as,
      });
      const answers = ({ messages }: Chat) =>
        messages.filter((message) => message.from === 'bot' && message.messageId > messageId);
      return answers(await settled(user, (chat) => answers(chat).length > 0));
    },
    async press(user, button) {
      const before = await settled(user, () => true);
      const has = ({ buttons, deleted }: ChatMessage) => !deleted && buttons.flat().includes(button);
      const message = before.messages.findLast(has);
      if (!message) throw new Error(`no message has the button ${button}`);
      const { messageId } = message;
      await control('POST', 'telegram/press', { user, messageId, button });
      const after = await settled(
        user,
        ({ answers }) => answers.length > before.answers.length && answers.at(-1)?.answer != null,
      );
      const last = before.messages.at(-1)?.messageId ?? 0;
      const pressed = after.messages.find((one) => one.messageId === messageId) ?? message;
      const sent = after.messages.filter((one) => one.messageId > last);
      return { pressed, sent, toast: after.answers.at(-1)?.answer?.text ?? '' };
    },
    chat: (user) => settled(user, ({ waiting }) => !waiting),
    arm: (...faults) => sandbox.arm(faults.map((fault) => ({ upstream: 'telegram', ...fault }) as Fault)),
    async close() {
      await host.close();
      await bot.close();
      await closeLive();
      await opened.close();
      await own?.close();
    },
  };
}

/** Takes messages from the bot at any rate. */
export function startSandboxForBot(clock: Clock = { now: () => new Date() }) {
  return startSandbox({
    port: 0,
    stateDir: newDataDirectory(),
    clock,
    requestsPerSecond: 1_000,
    messageRates: { perSecond: Number.POSITIVE_INFINITY, perSecondToChat: Number.POSITIVE_INFINITY },
  });
}

/** A handler of its own beside the bot, for dialogues and updates that the sandbox does not have. */
export function handlerOf({ services, payments }: OpenedServices, dialogues: MiddlewareFn<BotContext>) {
  const { database, vault, clock } = services;
  const failures: unknown[] = [];
  const note = (fields: { err: unknown }) => failures.push(fields.err);
  const handler = new Handler({
    services,
    payments,
    dialogues,
    me: async () => ME as UserFromGetMe,
    log: { warn: note, error: note } as unknown as Logger,
    signal: new AbortController().signal,
    onAnswered() {},
    onWaiting() {},
  });
  return {
    handler,
    /** What the handler has logged. */
    failures,
    deliver: async (update: Update) =>
      handler.take(await receive(database.sql, vault, [update], clock.now())),
  };
}

const ME = { id: 1, is_bot: true, first_name: 'Bot', username: 'bot' };
