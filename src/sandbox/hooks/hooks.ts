import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { answerErrors, openStream, PAGE_HEADERS, Refused, refuseOtherSites } from '../answers.ts';
import type { Fault, Faults, UpstreamCall, UpstreamCalls } from '../faults.ts';
import { at, type Journal, number } from '../journal.ts';

/** More than the largest webhook, whose `data` has 20 KB. */
const MAX_BODY_BYTES = 32 * 1_024;
/** What is kept of a name. */
const MAX_KEPT = 200;
/** Of so many names something is kept, those that something came to last: 130 MB at the most. */
const MAX_NAMES = 20;
const ID = 'webhook-id';
/** What a receiver looks at; the others are the connection's. */
const KEPT_HEADERS = [ID, 'webhook-timestamp', 'webhook-signature', 'content-type', 'user-agent'];

export const hookEventSchema = z.object({
  at,
  name: z.string(),
  /** From 1: how often something with its `webhook-id` has come to the name. */
  attempt: number,
  /** The fault that it was answered by, such as `refuse 429`; null when it was taken. */
  fault: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
type Delivery = z.infer<typeof hookEventSchema>;

/** Calls are the names. What came is kept whatever the fault, so there is nothing to go wrong after. */
export const HOOK_CALLS: UpstreamCalls = {
  calls: [],
  divisible: [],
  unsupported: ['reset_after', 'error_after', 'partial', 'duplicate', 'out_of_stock', 'expired_token'],
  refusals: [400, 401, 404, 410, 429, 500, 503],
};

/** What came to each name, oldest first. */
export class Hooks {
  /** Tells of each delivery under its name. */
  readonly arrivals = new EventEmitter().setMaxListeners(0);
  readonly #journal: Journal<Delivery>;
  /** In the order in which something came last. */
  readonly #kept = new Map<string, Delivery[]>();

  constructor(journal: Journal<Delivery>) {
    this.#journal = journal;
    journal.replay((delivery) => this.#apply(delivery));
  }

  keptOf(name: string) {
    return (this.#kept.get(name) ?? []).map(shown);
  }

  take(name: string, headers: Delivery['headers'], body: string, taken: Fault | undefined): void {
    const id = headers[ID];
    const before = this.#kept.get(name)?.findLast((one) => id && one.headers[ID] === id);
    const attempt = (before?.attempt ?? 0) + 1;
    const fault = taken ? `${taken.mode} ${taken.status ?? ''}`.trim() : null;
    this.arrivals.emit(`/${name}`, shown(this.#journal.record({ name, attempt, fault, headers, body })));
  }

  #apply(delivery: Delivery): void {
    const { name } = delivery;
    const kept = [...(this.#kept.get(name) ?? []), delivery].slice(-MAX_KEPT);
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [idlest = name] = this.#kept.keys();
    if (this.#kept.size > MAX_NAMES) this.#kept.delete(idlest);
  }
}

function shown({ at, ...delivery }: Delivery) {
  return { at: new Date(at).toISOString(), ...delivery };
}

function refused(status: number, error: string): Refused {
  return new Refused(error, { status, body: { error } });
}

/** The name in a path. Throws a `Refused` with 400 for what is none. */
export function hookNameOf(params: unknown): string {
  const { name } = params as { name: string };
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw refused(400, 'The name after /hooks/ has 1 to 64 letters, digits, - and _');
}

/** `/hooks/NAME`: takes webhooks by POST, and is a page that shows them as they come. */
export function addHookRoutes(app: FastifyInstance, hooks: Hooks, faults: Faults): void {
  refuseOtherSites(app, 'send webhooks to');
  app.addHook('onSend', async (_request, reply) => void reply.headers(PAGE_HEADERS));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  answerErrors(app, (status, message) =>
    refused(status, status === 413 ? `A body has at most ${MAX_BODY_BYTES} bytes` : message),
  );

  app.post('/:name', { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
    const name = hookNameOf(request.params);
    const given = KEPT_HEADERS.map((header) => [header, request.headers[header]]);
    const headers = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const call: UpstreamCall = {
      note: (fault) => hooks.take(name, headers, `${request.body ?? ''}`, fault),
      work: () => ({ status: 200, body: {} }),
      refusal: (_reason, { status = 400 }) => refused(status, 'Refused on purpose, by an armed fault'),
    };
    return faults.answer('hooks', name, call, request, reply);
  });

  const send = async (reply: FastifyReply, type: 'html' | 'javascript', file: string) =>
    reply.type(`text/${type}; charset=utf-8`).send(await readFile(new URL(file, import.meta.url), 'utf8'));
  app.get('/page.js', (_request, reply) => send(reply, 'javascript', 'page.js'));
  app.get('/:name', ({ params }, reply) => hookNameOf(params) && send(reply, 'html', 'page.html'));
  app.get('/:name/events', ({ params }, reply) => {
    const name = hookNameOf(params);
    const { raw, send } = openStream(reply);
    const tell = (delivery: object) => send('delivery', delivery);
    send('kept', hooks.keptOf(name));
    hooks.arrivals.on(`/${name}`, tell);
    raw.once('close', () => hooks.arrivals.off(`/${name}`, tell));
  });
}
