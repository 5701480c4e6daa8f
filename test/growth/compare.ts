import type { Client } from 'pg';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { median, percentile } from '../bench/figures.ts';
import type { Filled } from './fill.ts';
import { type Reads, recordPlans } from './plans.ts';
import { openWorks, type Works } from './works.ts';

/** A key has 60 requests a minute. */
const SAMPLES_AT_ONCE = 25;
/** What somebody waits for may take so many times as long at many orders as at few. */
const MOST_TIME = 1.5;

export interface Size {
  orders: number;
  url: string;
  filled: Filled;
}

interface Measured {
  /** In milliseconds. */
  median: number;
  p95: number;
  reads: Reads;
}

export interface Compared {
  name: string;
  few: Measured;
  many: Measured;
  /** What breaks a bar, in words. */
  broken: string[];
}

/** Measures everything at two sizes, in turns, and then has its plans told. */
export async function compare(
  sizes: readonly [few: Size, many: Size],
  options: { sandbox: Sandbox; credentialsKey: Buffer },
): Promise<Compared[]> {
  const times = await timeAll(sizes, options);
  const [few, many] = [await readsOf(sizes[0], options), await readsOf(sizes[1], options)];
  return many.map(({ work, reads }, i) => {
    const [fewTimes = [], manyTimes = []] = times[i] ?? [];
    const fewReads = few[i]?.reads ?? reads;
    const measured = { few: measuredOf(fewTimes, fewReads), many: measuredOf(manyTimes, reads) };
    const ratio = measured.many.median / measured.few.median;
    const isSlow = work.isAwaited && ratio > MOST_TIME;
    return {
      name: work.name,
      ...measured,
      broken: [...(isSlow ? [`takes ${ratio.toFixed(2)} times as long`] : []), ...broken(work, reads)],
    };
  });
}

function measuredOf(times: readonly number[], reads: Reads): Measured {
  return { median: median(times), p95: percentile(times, 0.95), reads };
}

/** What of its reads a piece of work may not do at any size, in words. */
export function broken({ mostRows }: { mostRows: number }, reads: Reads): string[] {
  return [
    ...(reads.mostRows > mostRows ? [`has looked at ${reads.mostRows} rows in one statement`] : []),
    ...[...reads.scanned].map((table) => `has read ${table} as a whole`),
  ];
}

/** The times of each piece of work, in milliseconds, at both sizes. */
async function timeAll(
  sizes: readonly Size[],
  options: { sandbox: Sandbox; credentialsKey: Buffer },
): Promise<number[][][]> {
  const opened: Works[] = [];
  for (const { url, filled } of sizes) opened.push(await openWorks(url, filled, options));
  for (const works of opened) await works.buy();
  const times = (opened[0]?.all ?? []).map(() => opened.map((): number[] => []));
  for (const [number, { samples }] of (opened[0]?.all ?? []).entries()) {
    for (let sample = 0; sample < samples; sample++) {
      for (const [i, works] of opened.entries()) {
        if (sample % SAMPLES_AT_ONCE === 0) await works.forgetRequests();
        const work = works.all[number];
        await work?.prepare?.();
        const start = performance.now();
        await work?.run();
        times[number]?.[i]?.push(performance.now() - start);
      }
    }
  }
  for (const works of opened) await works.close();
  return times;
}

/** What each piece of work reads. The first purchases read the catalog, and are not counted. */
export async function readsOf(
  { url, filled }: Pick<Size, 'url' | 'filled'>,
  options: { sandbox: Sandbox; credentialsKey: Buffer },
): Promise<{ work: Works['all'][number]; reads: Reads }[]> {
  const plans = recordPlans();
  const works = await openWorks(url, filled, { ...options, onPoolCreated: plans.onPoolCreated });
  await works.buy();
  await works.forgetRequests();
  const measured = [];
  for (const work of works.all) {
    await work.prepare?.();
    measured.push({ work, reads: await plans.during(work.run) });
  }
  await works.close();
  return measured;
}

/** The size of a database, and how many of the server's numbers of transactions its purchases take. */
export async function sizeOf(
  client: Client,
  { orders, url, filled }: Size,
  options: { sandbox: Sandbox; credentialsKey: Buffer },
): Promise<Record<string, number>> {
  const number = async (text: string, values: unknown[] = []) =>
    Number((await client.query({ text, values, rowMode: 'array' })).rows[0]?.[0]);
  const bytes = await number('select pg_database_size($1)', [new URL(url).pathname.slice(1)]);
  const latest = () => number('select pg_snapshot_xmax(pg_current_snapshot())::text');
  const works = await openWorks(url, filled, options);
  await works.buy();
  const before = await latest();
  await works.buy();
  const transactions = (await latest()) - before;
  await works.close();
  return {
    'bytes on the disk': bytes,
    'bytes for each order': Math.round(bytes / orders),
    'transaction ids of ten purchases': transactions,
  };
}
