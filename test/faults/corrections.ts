import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseUsd } from '../../src/kit/money.ts';
import type { Random } from './random.ts';
import type { System } from './system.ts';

/** How long a command may take, in ms, with the database away meanwhile. */
const COMMAND_MS = 60_000;
/** A command takes about a second, so this kills it before, in and behind its work. */
const KILLED_WITHIN_MS = 2_500;
/** After the faults, how often a command without an answer is repeated, and how many are given once more. */
const LAST_ATTEMPTS = 5;
const GIVEN_AGAIN = 4;
/** How often an operator verifies the ledger before the next correction. */
const VERIFIES = 0.2;
/** How often a command that has an answer is given again, by both operators at once. */
const REPEATS = 0.3;

/** A correction that an operator wants, and what the command has said about it. */
interface Wanted {
  reference: string;
  args: string[];
  /** The different answers, but for whether they were repeated; at most one if all is well. */
  answers: Set<string>;
  /** How many answers said that it was done just then; at most one if all is well. */
  firsts: number;
}

/** A correction that the command says was made. */
export interface MadeCorrection {
  reference: string;
  resellerId: number;
  amount: bigint;
  kind: 'ADJUSTMENT' | 'OPERATION_REFUND';
}

export interface Corrections {
  /** Resolves some seconds after the signal. */
  ended: Promise<void>;
  /** Repeats what has no answer yet, without faults. */
  finish(): Promise<void>;
  check(): Promise<string[]>;
  made(): MadeCorrection[];
  counts(): Record<string, number>;
}

/**
 * Until the signal, two operators adjust balances and give charges back by the real command. Some commands
 * are killed on the way, and some are given by both at once, also after their answer; each is repeated until
 * it has one. Now and then one of them verifies the ledger, in which nothing may be wrong at any time.
 */
export function startCorrections(system: System, random: Random, signal: AbortSignal): Corrections {
  const wanted: Wanted[] = [];
  const found: string[] = [];
  let verified = 0;
  let kills = 0;

  async function verify(): Promise<void> {
    const answer = await runCommand(system, ['ledger', 'verify'], COMMAND_MS);
    // The database was away.
    if (answer === undefined || answer === 'refused') return;
    verified += 1;
    const { problems = [] } = JSON.parse(answer) as { problems?: object[] };
    found.push(...problems.map((problem) => `ledger, during the run: ${JSON.stringify(problem)}`));
  }

  async function give(one: Wanted, killAfterMs = COMMAND_MS): Promise<void> {
    const answer = await runCommand(system, one.args, killAfterMs);
    if (answer === undefined) kills += killAfterMs === COMMAND_MS ? 0 : 1;
    else if (answer === 'refused') one.answers.add(answer);
    else {
      // What is left of an operation is what is left now, whoever has refunded another part meanwhile.
      const { replayed, leftUsd, ...made } = JSON.parse(answer) as { replayed: boolean; leftUsd?: string };
      one.answers.add(JSON.stringify(made));
      if (!replayed) one.firsts += 1;
    }
  }

  async function operate(): Promise<void> {
    while (!signal.aborted) {
      if (random.chance(VERIFIES)) await verify();
      const one = await draw(system, random, wanted.length);
      wanted.push(one);
      await give(one, random.chance(0.5) ? random.whole(200, KILLED_WITHIN_MS) : undefined);
      if (one.answers.size === 0 || random.chance(REPEATS)) await Promise.all([give(one), give(one)]);
      await setTimeout(random.whole(0, 1_000), undefined, { signal }).catch(() => {});
    }
  }

  return {
    ended: Promise.all([operate(), operate()]).then(() => {}),
    async finish() {
      for (const one of wanted) {
        for (let attempt = 0; attempt < LAST_ATTEMPTS && one.answers.size === 0; attempt++) await give(one);
      }
      for (const one of wanted.slice(0, GIVEN_AGAIN)) await give(one);
    },
    check: async () => [...found, ...(await check(system, wanted))],
    made: () =>
      wanted.flatMap(({ reference, args, answers }) => {
        const [amount, [answer = '']] = [amountIn(answers), answers];
        if (amount === undefined) return [];
        const { resellerId } = JSON.parse(answer) as { resellerId: number };
        const kind = args[0] === 'balance' ? 'ADJUSTMENT' : 'OPERATION_REFUND';
        return [{ reference, resellerId, amount, kind }];
      }),
    counts: () => ({
      wanted: wanted.length,
      made: wanted.filter(({ answers }) => amountIn(answers) !== undefined).length,
      kills,
      verified,
    }),
  };
}

/** An adjustment, or the refund of an operation, a part of it or the rest. */
async function draw(system: System, random: Random, number: number): Promise<Wanted> {
  const reference = `correction-${number}-${random.whole(1, 1e9)}`;
  const decision = ['--reason', 'A fault of the harness', '--reference', reference];
  const operationId = random.chance(0.5) ? await settledOperation(system) : undefined;
  const part = random.chance(0.5) ? ['--usd', '0.11'] : [];
  const args =
    operationId === undefined
      ? [
          ...['balance', 'adjust', '--reseller', String(random.pick(system.resellers).id)],
          ...['--usd', random.pick(['1.07', '-0.05', '0.30', '-1.30'])],
        ]
      : ['operation', 'refund', '--operation', operationId, ...part];
  return { reference, args: [...args, ...decision], answers: new Set(), firsts: 0 };
}

/** Undefined when there is none, or the database is away. */
async function settledOperation({ services }: System): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from operations where state = 'settled' order by random() limit 1`
    .execute(services.database.sql)
    .catch(() => ({ rows: [] }));
  return rows[0]?.id;
}

/** What the command has answered: its result, or `refused`. Undefined when it was cut off or has failed. */
export function runCommand(
  { environment, program }: System,
  args: readonly string[],
  killAfterMs: number,
): Promise<string | undefined> {
  const options = { env: environment, timeout: killAfterMs, killSignal: 'SIGKILL' as const };
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  execFile(process.execPath, [...program, 'operator', ...args], options, (_error, stdout, stderr) => {
    if (stdout.endsWith('\n')) resolve(stdout);
    else resolve(stderr.includes('"invalid_request"') ? 'refused' : undefined);
  });
  return promise;
}

/** In micro-dollars, what an answer says was moved; undefined for a refusal, or without an answer. */
function amountIn(answers: ReadonlySet<string>): bigint | undefined {
  const [answer = 'refused'] = answers;
  if (answer === 'refused') return undefined;
  const { amountUsd } = JSON.parse(answer) as { amountUsd: string };
  const amount = parseUsd(amountUsd.replace('-', '')) ?? 0n;
  return amountUsd.startsWith('-') ? -amount : amount;
}

/** Each correction is in the books as it was answered, once, and the audit log knows of it. */
async function check({ services }: System, wanted: readonly Wanted[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string; amount: string; is_known: boolean }>`
    select c.reference, c.amount, exists (
      select from audit_entries a where a.part = 'intent' and c.reference = any (a.arguments)) as is_known
    from corrections c`.execute(services.database.sql);
  const booked = new Map(rows.map(({ reference, amount }) => [reference, BigInt(amount)]));
  return [
    ...wanted.flatMap(({ reference, answers, firsts }) => {
      if (firsts > 1) return [`corrections: ${reference} was done ${firsts} times, as its answers say`];
      if (answers.size !== 1)
        return [`corrections: ${reference} has ${answers.size} answers: ${[...answers].join(' | ')}`];
      const [expected, found] = [amountIn(answers), booked.get(reference)];
      return expected === found
        ? []
        : [`corrections: ${reference} was answered ${expected}, and is ${found}`];
    }),
    ...rows
      .filter((row) => !row.is_known)
      .map(({ reference }) => `corrections: the audit log does not know ${reference}`),
  ];
}
