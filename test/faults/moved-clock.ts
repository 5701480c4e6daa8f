import { readFileSync } from 'node:fs';
import { DatabaseClock } from '../../src/kit/clock.ts';

// Imported before a program (`node --import moved-clock.ts?file=...&skew=1000`): its clock is ahead of the
// system's by the milliseconds in the file and the skew. When the clock is moved, intervals that would have
// passed have. Other timers keep the system's time. A service goes by its database's clock, which is moved
// with it.

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get('file') ?? '';
const skew = Number(searchParams.get('skew'));
const READ_EVERY_MS = 50;

const SystemDate = Date;
const systemInterval = setInterval;
const clearSystemInterval = clearInterval;
const intervals = new Map<unknown, { everyMs: number; run: () => void }>();
let ahead = readAhead();

systemInterval(() => {
  const movedBy = readAhead() - ahead;
  ahead += movedBy;
  if (movedBy > 0) for (const { everyMs, run } of [...intervals.values()]) if (everyMs <= movedBy) run();
}, READ_EVERY_MS).unref();

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + ahead] : args, newTarget),
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + ahead : Reflect.get(target, name, receiver),
});
globalThis.setInterval = Object.assign((run: () => void, everyMs = 0, ...args: []) => {
  const timer = systemInterval(run, everyMs, ...args);
  intervals.set(timer, { everyMs, run });
  return timer;
}, systemInterval);
globalThis.clearInterval = (timer) => {
  intervals.delete(timer);
  clearSystemInterval(timer);
};

const { now } = DatabaseClock.prototype;
DatabaseClock.prototype.now = function (this: DatabaseClock) {
  return new Date(now.call(this).getTime() + ahead - skew);
};
Object.defineProperty(DatabaseClock.prototype, 'differs', { get: () => false });

function readAhead(): number {
  return Number(readFileSync(file, 'utf8')) + skew;
}
