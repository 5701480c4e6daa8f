import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refused, refuseOtherSites } from './answers.ts';
import type { CryptoPayLedger, Webhooks } from './cryptopay/ledger.ts';
import { BYTES_PER_GB, type DataImpulseIssuedEntry } from './dataimpulse/events.ts';
import type { DataImpulseNetwork } from './dataimpulse/network.ts';
import type { Faults } from './faults.ts';
import { type Hooks, hookNameOf } from './hooks/hooks.ts';
import type { Px6Accounts } from './px6/api.ts';
import { INITIAL_STOCK, type IssuedEntry as Px6IssuedEntry, versionSchema } from './px6/events.ts';
import type { ChatMessage } from './telegram/chats.ts';
import { MAX_TEXT_UNITS } from './telegram/limits.ts';
import type { Telegram } from './telegram/telegram.ts';

const MAX_STOCK = 10_000_000;
/** In GB: more than a test or demo needs, and still exact as a number of bytes. */
const MAX_GB = 1_000_000;
/** Room for the usage of 100,000 sub-users at once. */
const MAX_USAGE_BODY_BYTES = 8 * 2 ** 20;

const stock = z.strictObject({
  version: z.coerce.string().pipe(versionSchema),
  country: z
    .string()
    .toLowerCase()
    .refine(
      (country) => INITIAL_STOCK.has(country),
      `must be one of ${[...INITIAL_STOCK.keys()].join(', ')}`,
    ),
  available: z.int().min(0).max(MAX_STOCK),
});

const balance = z.strictObject({ upstream: z.literal('dataimpulse'), gb: z.number().min(0).max(MAX_GB) });

const usage = z.array(
  z.strictObject({
    subUserId: z.int().positive(),
    bytes: z
      .int()
      .min(0)
      .max(MAX_GB * BYTES_PER_GB),
  }),
);

interface Controlled {
  px6: Px6Accounts;
  dataImpulse: DataImpulseNetwork;
  faults: Faults;
  telegram: Telegram;
  cryptoPay: { ledger: CryptoPayLedger; webhooks: Webhooks };
  hooks: Hooks;
}

/** The control API for tests and demos: arms faults, sets stock, and shows what was asked for and issued. */
export function addControlRoutes(app: FastifyInstance, controlled: Controlled): void {
  const { px6, dataImpulse, faults, telegram, cryptoPay, hooks } = controlled;
  prepareControl(app);
  addTelegramControl(app, telegram);
  addCryptoPayControl(app, cryptoPay);

  app.get('/faults', () => faults.armed);
  app.put('/faults', ({ body }) => {
    faults.arm(body);
    return faults.armed;
  });
  app.get('/issued', () => ({ entries: issuedBy(px6, dataImpulse) }));
  app.get('/calls', () => ({ calls: px6.arrivals }));
  app.get('/hooks/:name', ({ params }) => ({ deliveries: hooks.keptOf(hookNameOf(params)) }));
  put(app, '/stock', stock, (given) => {
    px6.setStock(given.version, given.country, given.available);
    return given;
  });
  put(app, '/balance', balance, (given) => {
    dataImpulse.traffic.setBalance(given.gb);
    return given;
  });
  // For measurements: without moving bytes. If one of the sub-users does not exist, nothing is counted.
  app.put('/usage', { bodyLimit: MAX_USAGE_BODY_BYTES }, ({ body }) => {
    const uses = usage.parse(body);
    dataImpulse.traffic.useMany(uses);
    return { booked: uses.length };
  });
}

const by =
  (method: 'put' | 'post') =>
  <Body>(app: FastifyInstance, path: string, schema: z.ZodType<Body>, act: (body: Body) => unknown) =>
    app[method](path, ({ body }) => act(schema.parse(body)));
const [put, post] = [by('put'), by('post')];

/**
 * Bodies in JSON, errors as `{"error":"..."}`, and a page of another site, open in a browser of this machine,
 * controls nothing: `Host` has been compared with the sandbox's own.
 */
function prepareControl(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: describe(error) });
    if (error instanceof Refused) return reply.code(error.answer.status).send({ error: error.message });
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    return reply.code(statusCode).send({ error: message });
  });
  refuseOtherSites(app, 'control');
  // curl declares every body as a form by default, but all bodies here are JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
}

function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('\n');
}

/** One line of the issued log; `upstream` names the upstream that it is about. */
export type IssuedEntry = Px6IssuedEntry | DataImpulseIssuedEntry;

/** What both upstreams did, in the order of time. PX6 has several accounts. */
export function issuedBy({ networks }: Px6Accounts, { subUsers }: DataImpulseNetwork): IssuedEntry[] {
  const all: IssuedEntry[] = [...networks.flatMap(({ issued }) => issued), ...subUsers.issued];
  return all.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

const MAX_NAME_CHARACTERS = 64;
const MAX_TITLE_CHARACTERS = 128;

const user = z.int().positive();
const messageId = z.int().positive();
const person = {
  user,
  firstName: z.string().trim().min(1).max(MAX_NAME_CHARACTERS).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'must be a language such as en')
    .optional(),
};
const introduction = z.strictObject(person);
/** A message to send: in a group with the group's number and the message that is replied to. */
const sent = z.strictObject({
  ...person,
  text: z.string().trim().min(1).max(MAX_TEXT_UNITS),
  group: z.int().negative().optional(),
  replyTo: messageId.optional(),
});
const press = z.strictObject({ user, messageId, button: z.string().min(1) });
const payment = z.strictObject({ user, messageId });
const someone = z.strictObject({ user });
const blocking = z.strictObject({ user, blocked: z.boolean() });
/** A group that is none of the supergroups, whose ids are lower. */
const group = z.int().max(-1).min(-999_999_999_999);
const added = z.strictObject({ group, title: z.string().trim().min(1).max(MAX_TITLE_CHARACTERS) });
const upgraded = z.strictObject({ group });
const query = z.strictObject({ user: z.coerce.number().pipe(z.int()) });

/** What people do in the sandbox's Telegram, for tests and for the page. */
function addTelegramControl(app: FastifyInstance, { people, store }: Telegram): void {
  const { chats, updates, limits } = store;
  put(app, '/telegram/user', introduction, ({ user, ...given }) => {
    people.introduce({ id: user, ...given });
    return { user };
  });
  post(app, '/telegram/send', sent, ({ user: id, text, group, replyTo, ...given }) => {
    people.introduce({ id, ...given });
    if (group === undefined) return { messageId: people.write(id, text) };
    return { messageId: people.writeInGroup(group, { author: id, text, replyTo }) };
  });
  post(app, '/telegram/press', press, ({ user, messageId, button }) => ({
    queryId: people.press(user, messageId, button),
  }));
  post(app, '/telegram/pay', payment, ({ user, messageId }) => people.pay(user, messageId));
  post(app, '/telegram/repeat', someone, ({ user }) => {
    people.repeat(user);
    return {};
  });
  post(app, '/telegram/block', blocking, ({ user, blocked }) => {
    people.block(user, blocked);
    return { blocked };
  });
  post(app, '/telegram/group', added, ({ group, title }) => {
    people.addGroup({ id: group, title });
    return { group };
  });
  post(app, '/telegram/upgrade', upgraded, ({ group }) => ({ group: people.upgradeGroup(group) }));
  app.get('/telegram/chat', ({ query: given }) => {
    const { user } = query.parse(given);
    const { id } = store.chat(user);
    const presses = [...chats.presses.values()].filter(({ message }) => message.chat === id);
    return {
      // Whether the bot has yet to take something of this person.
      waiting: updates.byUser().has(user),
      messages: chats.messagesOf(id).map(shown),
      answers: presses.map(({ message, button, answer = null }) => ({
        messageId: message.id,
        button,
        answer,
      })),
    };
  });
  app.get('/telegram/limits', () => ({ exceeded: limits.exceeded }));
}

function shown({ id, from, text, keyboard, invoice, document, payment, refund, deleted }: ChatMessage) {
  const money = payment ?? refund;
  return {
    messageId: id,
    from,
    text,
    buttons: keyboard.map((row) => row.map((button) => button.text)),
    invoice: invoice ? { title: invoice.title, currency: 'XTR', amount: invoice.amount } : null,
    document: document
      ? { name: document.name, text: Buffer.from(document.base64, 'base64').toString('utf8') }
      : null,
    payment: money
      ? { chargeId: money.chargeId, amount: money.amount, refunded: refund !== undefined }
      : null,
    deleted,
  };
}

const webhook = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });
const invoicePayment = z.strictObject({ invoiceId: z.int().positive() });

/** What a person does in Crypto Pay: sets where an app's payments are reported, and pays invoices. */
function addCryptoPayControl(app: FastifyInstance, { ledger, webhooks }: Controlled['cryptoPay']): void {
  put(app, '/cryptopay/webhook', webhook, ({ url }) => {
    ledger.setWebhook(url);
    return { url };
  });
  post(app, '/cryptopay/pay', invoicePayment, ({ invoiceId }) => {
    webhooks.pay(invoiceId);
    return { invoiceId, status: ledger.find(invoiceId).status };
  });
}
