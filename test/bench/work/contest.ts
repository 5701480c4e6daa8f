import type { Environment } from '../environment.ts';
import { median, medians, printTable } from '../figures.ts';
import type { LoadFigures } from '../load.ts';
import { emptyRateWindows } from '../seed.ts';
import type { Bars } from './bars.ts';

export interface Pace {
  rounds: number;
  seconds: number;
}

/** Somebody who does a work: the service over one of its doors, or an anchor that it is compared with. */
export interface Contender {
  name: string;
  /** Does the work again and again for some seconds. */
  run(seconds: number): Promise<LoadFigures>;
  against?: readonly Comparison[];
}

interface Comparison {
  anchor: Contender;
  bars: Bars;
}

export interface Work {
  name: string;
  contenders: readonly Contender[];
}

type Taken = Map<Contender, LoadFigures[]>;

/**
 * Measures works in turns, and prints one table of them. Whatever slows the machine for a while slows all
 * contenders: ratios are made within each round.
 */
export async function measureWorks(
  environment: Environment,
  title: string,
  works: readonly Work[],
  pace: Pace,
): Promise<void> {
  if (works.length === 0) return;
  const taken = await takeRounds(environment, works, pace);
  printTable(`${title}, medians of ${pace.rounds} rounds of ${pace.seconds} s, in turns`, [
    [
      '',
      'requests/s',
      'without upstream',
      'CPU ms',
      'database CPU ms',
      'upstream CPU ms',
      'WAL bytes',
      'p50 ms',
      'p99 ms',
      'to',
      ...RATIOS.flatMap(headOf),
    ],
    ...works.flatMap(({ name, contenders }) => [
      [name],
      ...contenders.flatMap((contender) => rowsOf(contender, taken)),
    ]),
  ]);
}

/**
 * At the most, and no more than are measured: V8 compiles what runs often for some ten seconds, and the
 * service's code the longest.
 */
const WARM_UP_ROUNDS = 5;

async function takeRounds(
  environment: Environment,
  works: readonly Work[],
  { rounds, seconds }: Pace,
): Promise<Taken> {
  const taken: Taken = new Map(works.flatMap(({ contenders }) => contenders.map((each) => [each, []])));
  for (let round = 1 - Math.min(WARM_UP_ROUNDS, rounds); round <= rounds; round++) {
    for (const { contenders } of works) {
      // Nobody is always the first after another work.
      for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
        await emptyRateWindows(environment);
        const figures = await contender.run(seconds);
        if (round > 0) taken.get(contender)?.push(figures);
      }
    }
  }
  return taken;
}

interface Ratio {
  title: string;
  of: keyof LoadFigures;
  bar(bars: Bars): string;
}

const RATIOS: readonly Ratio[] = [
  {
    title: 'requests/s without upstream',
    of: 'perSecondWithoutUpstream',
    bar: ({ perSecond }) => barText('>=', perSecond),
  },
  { title: 'CPU', of: 'cpuMillis', bar: ({ cpu }) => barText('<=', cpu) },
  { title: 'database CPU', of: 'databaseMillis', bar: ({ databaseCpu }) => barText('<=', databaseCpu) },
];

function headOf({ title }: Ratio): string[] {
  return [`x ${title}`, 'bar'];
}

function barText(sign: '>=' | '<=', bar: number | undefined): string {
  return bar === undefined ? '-' : `${sign} ${bar.toFixed(2)}`;
}

/** A row with the figures of a contender, and one more for each further anchor. */
function rowsOf(contender: Contender, taken: Taken): string[][] {
  const own = taken.get(contender) ?? [];
  const {
    perSecond,
    perSecondWithoutUpstream,
    cpuMillis,
    databaseMillis,
    upstreamMillis,
    walBytes,
    p50,
    p99,
  } = medians(own);
  const figures = [
    `  ${contender.name}`,
    perSecond.toFixed(0),
    perSecondWithoutUpstream.toFixed(0),
    cpuMillis.toFixed(3),
    databaseMillis.toFixed(3),
    upstreamMillis.toFixed(3),
    walBytes.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  const comparisons = (contender.against ?? []).map(({ anchor, bars }) => [
    anchor.name,
    ...RATIOS.flatMap((ratio) => [ratioText(own, taken.get(anchor) ?? [], ratio.of), ratio.bar(bars)]),
  ]);
  const [first = [], ...others] = comparisons;
  return [[...figures, ...first], ...others.map((comparison) => [...figures.map(() => ''), ...comparison])];
}

/** The median of the rounds' ratios, with the lowest and the highest of them. */
function ratioText(
  own: readonly LoadFigures[],
  anchor: readonly LoadFigures[],
  of: keyof LoadFigures,
): string {
  const ratios = own.map((figures, round) => figures[of] / (anchor[round]?.[of] ?? Number.NaN));
  const text = (ratio: number) => ratio.toFixed(2);
  return `${text(median(ratios))} (${text(Math.min(...ratios))} to ${text(Math.max(...ratios))})`;
}
