import type { Memory } from './child.ts';
import { median, percentile, printTable } from './figures.ts';
import type { Sent } from './servers/live-service.ts';

/** What it cost to deliver one change of all orders. */
export interface Delivery {
  /** Milliseconds from the change to each subscriber's event. */
  times: Float64Array;
  cpuMillis: number;
}

export interface LiveRound {
  service: Delivery;
  bare: Delivery;
  /** What the service sent between reading the upstream and the last event. */
  sent: Sent;
}

export interface Stage {
  subscribers: number;
  rounds: LiveRound[];
  /** What the service sent while nothing happened. */
  silence: { sent: Sent; seconds: number };
  /** The servers' memory beyond what they had without subscribers. */
  memory: { service: Memory; bare: Memory };
}

type Side = 'service' | 'bare';
const NAMES = { bare: 'bare graphql-ws server', service: 'the service' } as const;
const SIDES: readonly Side[] = ['bare', 'service'];

interface LiveFigures {
  /** With one subscriber for each order. */
  one: Stage;
  /** With several. */
  all: Stage;
  /** With open consoles instead. */
  open: Stage;
  /** How many of these there are. */
  consoles: number;
}

export function printLive({ one, all, open, consoles }: LiveFigures): void {
  const stages: [string, Stage][] = [one, all].map((stage) => [`${stage.subscribers} subscribers`, stage]);
  stages.push([`${consoles} consoles with ${open.subscribers} subscribers`, open]);
  for (const [name, { rounds }] of stages) {
    printTable(`${name} over WebSocket, from the change to their events, ${rounds.length} rounds, in turns`, [
      ['', 'first ms', 'p50 ms', 'p99 ms', 'last ms', 'events/s', 'of bare', 'CPU us/event', 'x bare'],
      ...SIDES.map((side) => toLatencyRow(side, rounds)),
    ]);
  }
  const perSubscriber = (side: Side, kind: keyof Memory) =>
    (all.memory[side][kind] / all.subscribers / 1_024).toFixed(1);
  printTable(`Memory of each of ${all.subscribers} subscribers, sockets and orders included`, [
    ['', 'objects KiB', 'process KiB'],
    ...SIDES.map((side) => [NAMES[side], perSubscriber(side, 'used'), perSubscriber(side, 'resident')]),
  ]);
  printTable(
    'What the service sends for a change of all orders, beyond what it sends by the clock: median and most of the rounds',
    [
      ['', 'SQL statements', 'upstream calls', 'statements/s in silence', 'calls/s in silence'],
      ...stages.map(([name, stage]) => toSentRow(name, stage)),
    ],
  );
}

/**
 * The percentiles are over all subscribers and rounds. The others are medians over the rounds; ratios are
 * made within each round first.
 */
function toLatencyRow(side: Side, rounds: readonly LiveRound[]): string[] {
  const times = rounds.flatMap((round) => [...round[side].times]);
  const own = (of: (delivery: Delivery) => number) => median(rounds.map((round) => of(round[side])));
  const ofBare = (of: (delivery: Delivery) => number) =>
    median(rounds.map((round) => of(round[side]) / of(round.bare))).toFixed(2);
  return [
    NAMES[side],
    own(first).toFixed(0),
    percentile(times, 0.5).toFixed(0),
    percentile(times, 0.99).toFixed(0),
    own(last).toFixed(0),
    own(perSecond).toFixed(0),
    ofBare(perSecond),
    own(cpuMicros).toFixed(0),
    ofBare(cpuMicros),
  ];
}

function first({ times }: Delivery): number {
  return times.reduce((a, b) => Math.min(a, b));
}

function last({ times }: Delivery): number {
  return times.reduce((a, b) => Math.max(a, b));
}

/** Events per second, from the change to the last event. */
function perSecond(delivery: Delivery): number {
  return (delivery.times.length * 1_000) / last(delivery);
}

function cpuMicros({ cpuMillis, times }: Delivery): number {
  return (cpuMillis * 1_000) / times.length;
}

function toSentRow(name: string, { rounds, silence }: Stage): string[] {
  const ofRounds = (of: 'statements' | 'upstreamCalls') => {
    const counts = rounds.map(({ sent }) => sent[of]);
    return `${median(counts)}, ${Math.max(...counts)}`;
  };
  const inSilence = (count: number) => (count / silence.seconds).toFixed(1);
  return [
    name,
    ofRounds('statements'),
    ofRounds('upstreamCalls'),
    inSilence(silence.sent.statements + silence.sent.byTheClock),
    inSilence(silence.sent.upstreamCalls),
  ];
}
