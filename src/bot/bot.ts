import { setTimeout } from 'node:timers/promises';
import { Composer, type MiddlewareFn } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { Events } from '../events/events.ts';
import { systemTimer, type Timer } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { type Duty, onDuty } from '../kit/duty.ts';
import type { Log } from '../kit/log.ts';
import type { VaultKeys } from '../kit/vault.ts';
import type { Payments } from '../payments/payments.ts';
import type { Services } from '../purchases/services.ts';
import { onAccount, onGroup, onHelp, onStart, type StartCode, startCodeOf } from './account/account.ts';
import { onBuy } from './buy/buy.ts';
import { purchases } from './buy/offer.ts';
import { COMMANDS, onSaved } from './dialogues/buttons.ts';
import type { BotContext } from './dialogues/context.ts';
import { onOffers } from './dialogues/offer.ts';
import { onKeys } from './keys/keys.ts';
import { onBalance } from './money/balance.ts';
import { onStars, onTopUp } from './money/top-up.ts';
import { botPaymentListener, emptyUndeleted, endRefusedInvoice, Notices } from './notices/notices.ts';
import { tellAgain, tellOperator } from './notices/tell-operator.ts';
import { extensions } from './orders/extend.ts';
import { onOrders, onSearch } from './orders/orders.ts';
import { Sender } from './outgoing/sender.ts';
import { LANGUAGES, unblockChat } from './people/people.ts';
import { type ApiCall, botLink, isGroup, pauseAfter, TelegramClient } from './telegram/client.ts';
import { textsIn } from './texts/texts.ts';
import { poll, webhookRoute, webhookSecrets } from './updates/delivery.ts';
import { Handler } from './updates/handler.ts';
import { dropUpdate, leftUpdates, receive, senderOf, UPDATE_KINDS } from './updates/inbox.ts';

/**
 * How often the outbox is read for what other processes have written: answers to updates when a webhook gives
 * these to any process, and otherwise only what becomes of invoices and offers.
 */
const LOOK_EVERY_MS = { webhook: 50, polling: 250 };
/** How often updates are looked for that a process has received and not handled, and how old these are. */
const LOOK_FOR_LEFT_EVERY_MS = 30_000;
const LEFT_AFTER_MS = 60_000;
/** How often it is looked whether the operator has to be told something. */
const LOOK_FOR_ALERTS_EVERY_MS = 1_000;
/** Between the tries of what has to succeed once. */
const PAUSES = { first: 500, longest: 30_000 };

interface TelegramConfig {
  token: string;
  /** The Bot API's address, without `/bot` and the token. */
  url: string;
  /** Where people talk to the bot; undefined: at Telegram. */
  chatUrl: string | undefined;
  /** Where Telegram delivers updates; undefined when it is asked for them. */
  webhook: { url: string; credentialsKeys: VaultKeys } | undefined;
  operatorChat: number | undefined;
}

export type Bot = ReturnType<typeof openBot>;

export interface UpdateTaker {
  /** Has them answered once they are written down. */
  take(updates: Update[]): Promise<void>;
}

/** The chat bot of this process. One process of all polls and sends. */
export function openBot(options: {
  services: Services;
  payments: Payments;
  config: TelegramConfig;
  events: Events;
  log: Log;
  /** What the limits of sending are kept by. */
  timer?: Timer;
  /**
   * Where people are of cells: whether this bot is that of one, and otherwise which bot of them all answers.
   * It then only takes updates from Telegram, and hands them on.
   */
  isOfCell?: boolean;
  botOf?: ((userId: number, code: StartCode) => Promise<UpdateTaker>) | undefined;
}) {
  const { services, payments, config, events, log, timer = systemTimer, isOfCell = false, botOf } = options;
  const { database, vault, clock } = services;
  const { token, webhook } = config;
  const onWritten = () => sender.wake();
  const paymentListener = botPaymentListener(services, onWritten);
  const notices = new Notices(services, events, { log, onWritten });
  const onRefused = async (call: ApiCall) => {
    await endRefusedInvoice(database, paymentListener, call);
    await emptyUndeleted(services, client, call);
  };
  const client: TelegramClient = new TelegramClient({ ...config, onMoved, onRefused });
  const stopping = new AbortController();
  const ended = new AbortController();
  const lookEveryMs = webhook ? LOOK_EVERY_MS.webhook : LOOK_EVERY_MS.polling;
  const sender = new Sender({ database, vault, clock, timer, client, log, lookEveryMs, onDropped });
  let me: Promise<UserFromGetMe> | undefined;
  const readMe = () => {
    me ??= insist<UserFromGetMe>({ method: 'getMe', payload: {} }, stopping.signal);
    return me;
  };
  const handler = new Handler({
    services,
    payments,
    dialogues: createDialogues(payments),
    me: readMe,
    log,
    signal: stopping.signal,
    onAnswered: () => sender.wake(),
    onWaiting: ({ callback_query: press }, text) => {
      if (!press) return;
      const payload = { callback_query_id: press.id, text };
      // Telegram shows that the button is pressed until then. If it fails, that ends by itself.
      client.call({ method: 'answerCallbackQuery', payload }).catch(() => {});
    },
  });
  const secrets = webhook && webhookSecrets(webhook.credentialsKeys, token);
  let onDutyUntilEnd: Promise<void> | undefined;

  async function take(updates: Update[]): Promise<void> {
    const answered = updates.filter((update) => !isOfOperatorGroup(update));
    if (!botOf) await handler.room();
    const written = await receive(database.sql, vault, answered, clock.now());
    // A cell whose database is away holds up nobody else.
    if (botOf) void handOn(written, botOf);
    else handler.take(written);
  }

  /** Hands on the updates of each person in their order. What a cell cannot take now is handed on later. */
  async function handOn(updates: readonly Update[], to: NonNullable<typeof botOf>): Promise<void> {
    const ofPeople = Map.groupBy(updates, (update) => senderOf(update)?.id ?? 0);
    const handPersons = async (userId: number, some: readonly Update[]) => {
      for (const update of some) {
        const bot = await to(userId, startCodeOf(update.message?.text));
        await bot.take([update]);
        await dropUpdate(database.sql, update.update_id);
      }
    };
    const onFailure = (error: unknown) =>
      log.warn({ err: error }, 'an update waits for the database of its cell');
    await Promise.all([...ofPeople].map((own) => handPersons(...own).catch(onFailure)));
  }

  /** Nothing is answered there: the operator reads alerts in it, and knows where the bot works. */
  function isOfOperatorGroup(update: Update): boolean {
    const { operatorChat } = config;
    return operatorChat !== undefined && isGroup(operatorChat) && senderOf(update)?.id === operatorChat;
  }

  /** The chat is told again when it takes messages: somebody has opened it, or this is started anew. */
  async function onDropped(tx: Sql, userId: number): Promise<void> {
    if (userId === config.operatorChat) await tellAgain(tx);
  }

  /** Each alert follows it, so the configuration can wait. */
  function onMoved({ from, to }: { from: number; to: number }): void {
    if (from === config.operatorChat)
      log.warn(`the operator's chat has become a supergroup: set TELEGRAM_OPERATOR_CHAT to ${to}`);
  }

  /** Makes a call until it succeeds. Throws the reason of the signal. */
  async function insist<Result>(call: ApiCall, signal: AbortSignal): Promise<Result> {
    for (let failures = 1; ; failures++) {
      try {
        return await client.call<Result>(call, { signal });
      } catch (error) {
        signal.throwIfAborted();
        log.warn({ err: error }, 'Telegram could not be asked; trying again');
        await setTimeout(pauseAfter(failures, PAUSES), undefined, { signal }).catch(() => {});
        signal.throwIfAborted();
      }
    }
  }

  /** Lets the other doors say where the bot is. */
  async function findChat(): Promise<void> {
    const me = config.chatUrl === undefined ? await readMe().catch(() => undefined) : undefined;
    services.chat.url = config.chatUrl ?? (me && botLink(me));
  }

  async function introduce(signal: AbortSignal): Promise<void> {
    for (const language of LANGUAGES) {
      const label = (command: string) => textsIn(language).label(`command-${command}`);
      const commands = COMMANDS.map((command) => ({ command, description: label(command) }));
      const payload = { commands, ...(language !== 'en' && { language_code: language }) };
      await insist({ method: 'setMyCommands', payload }, signal);
    }
  }

  async function getUpdates(duty: Duty): Promise<void> {
    const { signal } = duty;
    if (webhook) {
      const payload = { url: webhook.url, secret_token: secrets?.[0], allowed_updates: UPDATE_KINDS };
      await insist({ method: 'setWebhook', payload }, signal);
    } else {
      await insist({ method: 'deleteWebhook', payload: {} }, signal);
      await poll(client, { take, log, duty });
    }
  }

  async function takeUpLeft(signal: AbortSignal): Promise<void> {
    for (let age = 0; !signal.aborted; age = LEFT_AFTER_MS) {
      const before = new Date(clock.now().getTime() - age);
      try {
        for await (const updates of leftUpdates(database.sql, vault, before)) {
          if (botOf) {
            await handOn(updates, botOf);
          } else {
            await handler.room();
            handler.take(updates);
          }
        }
      } catch (error) {
        log.warn({ err: error }, 'updates that were left could not be read; trying again');
      }
      await setTimeout(LOOK_FOR_LEFT_EVERY_MS, undefined, { signal });
    }
  }

  /** A chat that took no messages is tried again at every start: the bot may be in the group by now. */
  async function tellOfAlerts(signal: AbortSignal): Promise<void> {
    const { operatorChat } = config;
    if (operatorChat === undefined) return;
    let isUnblocked = false;
    while (!signal.aborted) {
      try {
        if (!isUnblocked && (await unblockChat(database.sql, operatorChat))) await tellAgain(database.sql);
        isUnblocked = true;
        if (await tellOperator(services, operatorChat)) sender.wake();
      } catch (error) {
        log.warn({ err: error }, 'the operator could not be told; trying again');
      }
      await setTimeout(LOOK_FOR_ALERTS_EVERY_MS, undefined, { signal });
    }
  }

  async function work(duty: Duty): Promise<void> {
    const receiving = AbortSignal.any([duty.signal, stopping.signal]);
    const parts = [
      ...(isOfCell ? [] : [introduce(receiving), getUpdates({ ...duty, signal: receiving })]),
      takeUpLeft(receiving),
      tellOfAlerts(receiving),
      notices.run(receiving),
    ];
    const aside = parts.map((part) =>
      part.catch((error: unknown) => {
        if (!receiving.aborted) log.warn({ err: error }, 'a part of the bot has failed');
      }),
    );
    await Promise.all([sender.run(duty), ...aside]);
    if (ended.signal.aborted) await sender.flush(duty);
  }

  return {
    /** Routes for the host, where Telegram delivers updates when a webhook is set. */
    routes: secrets ? [webhookRoute(secrets, take)] : [],
    take,
    get lagSeconds() {
      return notices.lagSeconds;
    },
    paymentListener,
    start() {
      if (!isOfCell) void findChat();
      onDutyUntilEnd = onDuty(database, { name: 'bot', signal: ended.signal, log, work });
    },
    /** Takes no more updates, ends those under way and sends their answers. */
    async close() {
      stopping.abort();
      await handler.idle();
      ended.abort();
      await onDutyUntilEnd;
      await client.close();
    },
  };
}

/** Every dialogue, in the order in which they are asked whether an update is theirs. */
export function createDialogues(payments: Payments): MiddlewareFn<BotContext> {
  const all = new Composer<BotContext>();
  onGroup(all);
  onStars(all, payments);
  all.on('my_chat_member', (ctx) => {
    ctx.person.isBlocked = ctx.myChatMember.new_chat_member.status === 'kicked';
  });
  all.on('edited_message', (ctx) => ctx.say(ctx.texts.message('edited')));
  all.use((ctx, next) => {
    if (ctx.message?.text?.startsWith('/')) ctx.person.state = null;
    return next();
  });
  onStart(all);
  onHelp(all);
  all.filter((ctx) => ctx.person.resellerId === null).use((ctx) => ctx.say(ctx.texts.message('start-first')));
  onBuy(all);
  onOrders(all);
  onOffers(all, { purchase: purchases, renewal: extensions, traffic: extensions });
  onBalance(all);
  onTopUp(all, payments);
  onAccount(all);
  onKeys(all);
  onSaved(all);
  all.on('callback_query', (ctx) => ctx.say(ctx.texts.message('old-button')));
  onSearch(all);
  all.on('message:text', (ctx) => ctx.say(ctx.texts.message('unknown')));
  all.on('message', (ctx) => ctx.say(ctx.texts.message('text-only')));
  return all.middleware();
}
