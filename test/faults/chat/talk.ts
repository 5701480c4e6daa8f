import { setTimeout } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { System } from '../system.ts';
import { ChatControl } from './chat-control.ts';
import { GROUP, Person } from './person.ts';

/**
 * Updates a second of all people together: what answers them is about as many messages, and Telegram takes 30
 * a second.
 */
const UPDATES_PER_SECOND = 25;
/** A person makes at most 30 updates a minute, and some of what they do makes two. */
const LEAST_PAUSE_MS = 3_000;
/** Processes that are started again have another address. */
const REPORT_ELSEWHERE_EVERY_MS = 1_000;
/** One of so many blocks the bot now and then, and one of so many speaks Russian. */
const BLOCKING = 20;
const RUSSIAN = 10;
/** The first so many invite others. */
const INVITING = 3;

export interface Talk {
  people: Person[];
  /** How many updates they have made. */
  updates(): number;
  ended: Promise<void>;
  /** Aborted when nobody talks any more. */
  over: AbortSignal;
}

interface TalkOptions {
  people: number;
  updates: number;
  signal: AbortSignal;
  chat?: ChatControl;
}

/** People who talk to the bot until the signal, or until they have made so many updates. */
export function startTalk(
  system: System,
  random: Random,
  { people: count, updates: wanted, signal, chat = new ChatControl(system.control) }: TalkOptions,
): Talk {
  const people = Array.from({ length: count }, (_, index) => {
    const user = index + 1;
    return new Person(
      {
        user,
        language: user % RUSSIAN === 0 ? 'ru' : 'en',
        blocks: user % BLOCKING === 0,
        invites: user <= INVITING,
        invitedBy: user > INVITING && random.chance(0.5) ? random.whole(1, INVITING) : undefined,
      },
      chat,
      system,
      random.fork(),
    );
  });
  const updates = () => people.reduce((sum, person) => sum + person.updates, 0);
  const meanMs = Math.max(LEAST_PAUSE_MS, (count * 1_000) / UPDATES_PER_SECOND);
  const over = new AbortController();
  const stopping = AbortSignal.any([signal, over.signal]);

  async function live(person: Person, own: Random): Promise<void> {
    await setTimeout(own.whole(0, meanMs), undefined, { signal: stopping }).catch(() => {});
    while (!stopping.aborted && updates() < wanted) {
      await person.act();
      const least = Math.max(LEAST_PAUSE_MS, meanMs / 2);
      await setTimeout(own.whole(least, 2 * meanMs - least), undefined, { signal: stopping }).catch(() => {});
    }
    await person.comeBack();
  }

  async function moveReports(): Promise<void> {
    while (!over.signal.aborted) {
      await chat.reportTo(random.pick(system.processes).url);
      await setTimeout(REPORT_ELSEWHERE_EVERY_MS, undefined, { signal: over.signal }).catch(() => {});
    }
  }

  async function talk(): Promise<void> {
    await chat.addToGroup(GROUP);
    const reports = moveReports();
    try {
      await Promise.all(people.map((person) => live(person, random.fork())));
    } finally {
      over.abort();
    }
    await reports;
  }
  return { people, updates, ended: talk(), over: over.signal };
}
