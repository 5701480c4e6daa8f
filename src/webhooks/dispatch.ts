import { setTimeout as wait } from 'node:timers/promises';
import type { Change } from '../events/bell.ts';
import { placeOfEvent } from '../events/event-types.ts';
import type { AddedEvent, EventListener } from '../events/events.ts';
import {
  CursorExpiredError,
  type EventPage,
  type EventQuery,
  findEvents,
  readEvents,
} from '../events/log.ts';
import { within } from '../kit/clock.ts';
import { type Duty, onDuty } from '../kit/duty.ts';
import type { Log } from '../kit/log.ts';
import { type ShownEvent, showEvents } from '../live/event-log.ts';
import type { Services } from '../purchases/services.ts';
import { forgetLostEvents, type Outcome, readDue, readEndpoints, writeOutcomes } from './deliveries.ts';
import type { Dialler } from './dialler.ts';
import { AT_ONCE, Endpoint, type Item, isInOrder, keyOf, READ_AHEAD } from './endpoint.ts';
import type { WebhookName } from './entities.ts';
import { isTest, keyOfSecret, openSecrets, switchOff } from './webhooks.ts';

const MINUTE_MS = 60_000;

/** The contract's bound for a process. */
const IN_ALL = 64;
/** Of them for the slow ones, and for the others: neither kind takes the places of the other. */
const OF_A_KIND = 32;
/** With so many of its kind under way, a webhook gets a place only if it has none. */
const CROWDED = 16;
/** How often all webhooks are looked at, in milliseconds: for attempts that are due, and for changes. */
const LOOK_EVERY_MS = 1_000;
/** A look takes at most this share of the time. */
const SHARE_OF_LOOKS = 0.05;
/** With so many outcomes that wait for the database nothing is sent: all would be repeated after a crash. */
const MAX_UNWRITTEN = 500;
/** Attempts that are due so soon, in milliseconds, do not wait for a look. */
const SOON_MS = 10 * MINUTE_MS;
/** How long outcomes are gathered, in milliseconds, since they are written together. */
const GATHER_MS = 50;
/** How far a webhook whose types are rare reads before that is written down. */
const UNWRITTEN_EVENTS = 500;
/** Between tries of what the database has refused. */
const TRY_AGAIN_MS = 1_000;
/** So long, in milliseconds, a process that stops waits for attempts; others are repeated. */
const STOP_WITHIN_MS = 2_000;

const LEASE = 'webhooks';

interface Options {
  services: Services;
  dialler: Dialler;
  log: Log;
}

/** Sends the events of all resellers to their webhooks, in one process of all. */
export class Dispatcher implements EventListener {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #round: Round | undefined;

  constructor(options: Options) {
    const { services, log } = options;
    this.#options = options;
    const work = (duty: Duty) => {
      this.#round = new Round(options, duty);
      return this.#round.run();
    };
    this.#ended = onDuty(services.database, { name: LEASE, signal: this.#stopping.signal, log, work });
  }

  onEvents(events: readonly AddedEvent[]): void {
    this.#round?.wake(new Set(events.map(({ resellerId }) => resellerId)));
  }

  onChanges(changes: readonly Change[]): void {
    const changed = changes.filter(({ topic }) => topic === 'webhook');
    if (changed.length > 0) this.#round?.look(new Set(changed.map(({ resellerId }) => resellerId)));
  }

  onGap(): void {
    this.#round?.wake('all');
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
    await within(STOP_WITHIN_MS, this.#options.dialler.close());
  }
}

/** What one process does while it holds the lease. */
class Round {
  readonly #options: Options;
  readonly #duty: Duty;
  readonly #endpoints = new Map<number, Endpoint>();
  /** Those that may have something to send, the one whose turn it is first. */
  readonly #turns = new Set<Endpoint>();
  readonly #calls = new Map<Promise<void>, Endpoint>();
  /** Pages of logs that are being read, for all webhooks of their resellers. */
  readonly #pages = new Map<string, Promise<ShownPage>>();
  /** Those whose webhooks are to be looked at. */
  #wanted: ReadonlySet<number> | 'all' | undefined;
  #looking: Promise<void> | undefined;
  #outcomes: { endpoint: Endpoint; item: Item; outcome: Outcome }[] = [];
  readonly #touched = new Set<Endpoint>();
  #writing: Promise<void> | undefined;
  /** What ends from then on is repeated by the next process. */
  #hasEnded = false;

  constructor(options: Options, duty: Duty) {
    this.#options = options;
    this.#duty = duty;
  }

  get #db() {
    return this.#options.services.database.sql;
  }

  get #isOver(): boolean {
    return this.#duty.signal.aborted || !this.#duty.isHeld();
  }

  async run(): Promise<void> {
    const { signal } = this.#duty;
    await this.#insist(() => forgetLostEvents(this.#db));
    while (!this.#isOver) {
      const begun = performance.now();
      await this.look('all');
      const tookMs = performance.now() - begun;
      await wait(Math.max(LOOK_EVERY_MS, tookMs / SHARE_OF_LOOKS), undefined, { signal }).catch(() => {});
    }
    await within(STOP_WITHIN_MS, Promise.all(this.#calls.keys()));
    await within(STOP_WITHIN_MS, this.#write());
    this.#hasEnded = true;
  }

  /** Reads on in the logs of these resellers, or of all. */
  wake(resellerIds: ReadonlySet<number> | 'all'): void {
    const woken = [...this.#endpoints.values()].filter(
      ({ name }) => resellerIds === 'all' || resellerIds.has(name.resellerId),
    );
    for (const endpoint of woken) endpoint.hasMore = true;
    if (resellerIds === 'all' || woken.length > 0) void this.look(resellerIds);
  }

  /** One look at a time, so that none puts back what a later one has found. */
  look(wanted: ReadonlySet<number> | 'all'): Promise<void> {
    this.#wanted =
      wanted === 'all' || this.#wanted === 'all' ? 'all' : wanted.union(this.#wanted ?? new Set());
    this.#looking ??= this.#lookAtWanted().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #lookAtWanted(): Promise<void> {
    while (this.#wanted && !this.#isOver) {
      const wanted = this.#wanted;
      this.#wanted = undefined;
      try {
        await this.#lookAt(wanted);
      } catch (err) {
        this.#options.log.warn({ err }, 'the webhooks could not be read; trying again');
      }
    }
  }

  async #lookAt(wanted: ReadonlySet<number> | 'all'): Promise<void> {
    const now = this.#options.services.clock.now();
    const stored = await readEndpoints(this.#db, { resellerIds: wanted === 'all' ? null : [...wanted] });
    const on = new Set(stored.map(({ id }) => id));
    for (const [id, { name }] of this.#endpoints)
      if (!on.has(id) && (wanted === 'all' || wanted.has(name.resellerId))) this.#endpoints.delete(id);
    for (const found of stored) {
      let endpoint = this.#endpoints.get(found.id);
      // One that was off meanwhile begins anew.
      if (!endpoint || found.readTo > endpoint.place.sequence) {
        endpoint = new Endpoint(found);
        this.#endpoints.set(found.id, endpoint);
        const until = new Date(now.getTime() + MINUTE_MS);
        const due = { ...endpoint.name, until, limit: null };
        for (const event of found.dueAt ? await readDue(this.#db, due) : [])
          if (isInOrder(event)) endpoint.first.set(event.id, event);
      } else {
        // What is here of an address is newer.
        const { url, heldUntil, failingSince } = endpoint.stored;
        endpoint.stored = { ...found, ...(found.url === url && { heldUntil, failingSince }) };
      }
      if (found.dueAt && found.dueAt <= now) endpoint.hasDue = true;
      if (endpoint.readTo - found.readTo > UNWRITTEN_EVENTS) this.#touched.add(endpoint);
      this.#turns.add(endpoint);
    }
    if (this.#touched.size > 0) void this.#write();
    // Otherwise something has changed since.
    if (!this.#wanted) this.#run();
  }

  /** Reads what there is to send, as far as there is room for it. */
  async #fill(endpoint: Endpoint): Promise<void> {
    if (endpoint.isFilling) return;
    endpoint.isFilling = true;
    try {
      if (endpoint.takesDue) {
        endpoint.hasDue = false;
        await this.#takeDue(endpoint);
      }
      while (endpoint.readsOn) {
        endpoint.hasMore = false;
        await this.#readOn(endpoint);
      }
    } catch (err) {
      endpoint.hasDue = true;
      endpoint.hasMore = true;
      this.#options.log.warn(
        { err, resellerId: endpoint.name.resellerId },
        'events for a webhook could not be read; trying again',
      );
      return;
    } finally {
      endpoint.isFilling = false;
    }
    this.#turns.add(endpoint);
    this.#run();
  }

  async #readOn(endpoint: Endpoint): Promise<void> {
    const { name, place: after, stored } = endpoint;
    try {
      const { events, next, hasMore } = await this.#page({ ...name, after, types: stored.types });
      endpoint.place = next ?? after;
      endpoint.hasMore ||= hasMore;
      for (const event of events) {
        // It may be on its way already, since somebody wants it sent again.
        if (endpoint.known.has(event.id)) continue;
        endpoint.add({ ...event, body: bodyOf(event), isExtra: false, isRow: false, attempts: 0 });
      }
    } catch (error) {
      if (!(error instanceof CursorExpiredError)) throw error;
      endpoint.place = { sequence: error.oldest - 1 };
      endpoint.hasMore = true;
    }
  }

  #page({ resellerId, after, types }: Omit<EventQuery, 'limit'>): Promise<ShownPage> {
    const key = JSON.stringify([resellerId, after, types]);
    return this.#pages.getOrInsertComputed(key, async () => {
      try {
        const page = await readEvents(this.#db, { resellerId, after, types, limit: READ_AHEAD });
        return { ...page, events: await showEvents(this.#db, page.events) };
      } finally {
        this.#pages.delete(key);
      }
    });
  }

  async #takeDue(endpoint: Endpoint): Promise<void> {
    const { name, known, writes } = endpoint;
    const now = this.#options.services.clock.now();
    const limit = READ_AHEAD + known.size;
    const rows = await readDue(this.#db, { ...name, until: now, limit });
    const fresh = rows.filter((row) => !known.has(keyOf(row)));
    const sequences = fresh.map(({ sequence }) => sequence);
    const found = await findEvents(this.#db, name.resellerId, sequences);
    const events = new Map((await showEvents(this.#db, found)).map((event) => [event.id, event]));
    if (rows.length === limit || endpoint.writes > writes) endpoint.hasDue = true;
    // What has ended meanwhile is not known any more.
    if (endpoint.writes > writes) return;
    for (const row of fresh) {
      const event = events.get(row.id) ?? testEvent(row.id, name);
      const item = { ...row, body: event ? bodyOf(event) : '', isRow: true };
      if (event) endpoint.add(item);
      // It is older than the log, or a restored database has lost it.
      else this.#end(endpoint, item, { at: now, attempt: undefined, nextAt: null });
    }
  }

  /** Starts what there are places for, an event of each webhook in turn. */
  #run(): void {
    const waiting: Endpoint[] = [];
    for (const endpoint of this.#turns) {
      this.#turns.delete(endpoint);
      if (this.#isOver || this.#endpoints.get(endpoint.name.webhookId) !== endpoint) continue;
      const item = this.#hasPlace(endpoint) ? endpoint.take() : undefined;
      // Behind all others.
      if (item) this.#turns.add(endpoint);
      else if (endpoint.due.length + endpoint.fresh.length > 0) waiting.push(endpoint);
      if (item) this.#start(endpoint, item);
      if (endpoint.takesDue || endpoint.readsOn) void this.#fill(endpoint);
    }
    for (const endpoint of waiting) this.#turns.add(endpoint);
  }

  #hasPlace(endpoint: Endpoint): boolean {
    const { off, stored, underWay } = endpoint;
    const { heldUntil } = stored;
    if (off || underWay.size >= AT_ONCE || (heldUntil && heldUntil > this.#options.services.clock.now()))
      return false;
    if (this.#calls.size >= IN_ALL || this.#outcomes.length >= MAX_UNWRITTEN) return false;
    const isSlow = endpoint.isSlow;
    const ofKind = [...this.#calls.values()].filter((other) => other.isSlow === isSlow);
    return ofKind.length < (underWay.size > 0 ? CROWDED : OF_A_KIND);
  }

  #start(endpoint: Endpoint, item: Item): void {
    item.since = performance.now();
    endpoint.underWay.add(item);
    const call = this.#call(endpoint, item)
      .catch((err: unknown) => {
        // The next look finds it anew.
        this.#endpoints.delete(endpoint.name.webhookId);
        this.#options.log.error({ err, resellerId: endpoint.name.resellerId }, 'an event could not be sent');
      })
      .finally(() => {
        this.#calls.delete(call);
        endpoint.underWay.delete(item);
        this.#turns.add(endpoint);
        this.#run();
      });
    this.#calls.set(call, endpoint);
  }

  async #call(endpoint: Endpoint, item: Item): Promise<void> {
    const { services, dialler } = this.#options;
    const { url, secrets, oldUntil } = endpoint.stored;
    const at = services.clock.now();
    const [secret, ...old] = openSecrets(services.vault, endpoint.name, secrets);
    const signing = [secret, ...(oldUntil && oldUntil > at ? old : [])].map(keyOfSecret);
    const attempt = await dialler.post({ url, id: item.id, body: item.body, at, secrets: signing });
    const now = services.clock.now();
    const nextAt = endpoint.after(item, { url, at, now, attempt });
    if (nextAt) this.#later(endpoint, Math.max(+nextAt, +(endpoint.stored.heldUntil ?? 0)) - +now);
    this.#end(endpoint, item, { at, attempt, nextAt });
  }

  /** The looks find everything in the end; the first pauses are too short to wait for them. */
  #later(endpoint: Endpoint, millis: number): void {
    if (millis > SOON_MS) return;
    setTimeout(() => {
      endpoint.hasDue = true;
      this.#turns.add(endpoint);
      this.#run();
    }, millis + GATHER_MS).unref();
  }

  #end(endpoint: Endpoint, item: Item, ended: Pick<Outcome, 'at' | 'attempt' | 'nextAt'>): void {
    if (this.#hasEnded) return;
    if (!ended.nextAt || !isInOrder(item)) endpoint.first.delete(item.id);
    const { body: _, ...waiting } = item;
    const outcome = { ...waiting, ...endpoint.name, ...ended };
    this.#outcomes.push({ endpoint, item, outcome });
    this.#touched.add(endpoint);
    void this.#write();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#touched.size > 0) {
      await wait(GATHER_MS);
      const ended = this.#outcomes.splice(0);
      const touched = [...this.#touched];
      this.#touched.clear();
      const outcomes = ended.map(({ outcome }) => outcome);
      // By what is written now, so that a crash loses none of them.
      for (const { item } of ended) item.isRow = true;
      const endpoints = touched.map(({ name, stored: { url, heldUntil, failingSince }, readTo }) => ({
        ...name,
        ...{ url, heldUntil, failingSince, readTo },
      }));
      await this.#insist(() => writeOutcomes(this.#db, outcomes, endpoints));
      for (const { endpoint, item } of ended) {
        endpoint.writes += 1;
        endpoint.known.delete(keyOf(item));
      }
      for (const endpoint of touched) {
        await this.#switchOff(endpoint);
        this.#turns.add(endpoint);
      }
      this.#run();
    }
  }

  async #switchOff({ off: reason, name }: Endpoint): Promise<void> {
    if (!reason) return;
    const { database, clock } = this.#options.services;
    const at = clock.now();
    await this.#insist(() => database.inTransaction((tx) => switchOff(tx, { ...name, reason, at })));
    this.#endpoints.delete(name.webhookId);
  }

  /** Tries until it succeeds, or the lease has ended: then it is done again by the next holder. */
  async #insist(work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (err) {
        this.#options.log.warn({ err }, 'what became of events could not be written; trying again');
        if (this.#isOver) return;
        await wait(TRY_AGAIN_MS);
      }
    }
  }
}

interface ShownPage extends Omit<EventPage, 'events'> {
  events: ShownEvent[];
}

/** A test has no sequence. */
type Posted = Pick<ShownEvent, 'createdAt' | 'data'> & { type: string; sequence: number | null };

function bodyOf({ type, createdAt: timestamp, sequence, data }: Posted): string {
  return JSON.stringify({ type, timestamp, sequence, data });
}

function testEvent(id: string, { webhookId }: WebhookName) {
  const createdAt = placeOfEvent(id)?.createdAt;
  if (!isTest(id) || !createdAt) return undefined;
  return { type: 'webhook.test', createdAt, sequence: null, data: { webhook_id: webhookId } };
}
