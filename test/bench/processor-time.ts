import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

interface Times {
  /** Of the process itself, in user and system mode. */
  own: number;
  /** Of its children that have ended. */
  ofEnded: number;
}

/**
 * Milliseconds of processor time that a process and its children have used, those that have ended included,
 * by the counters of the operating system. Not a number where there is no `/proc`.
 */
export function cpuMillisOfFamily(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  for (;;) {
    const before = timesOf(pid);
    const ofChildren = childrenOf(pid).map((child) => timesOf(child).own);
    const { own, ofEnded } = timesOf(pid);
    // A child that ended in the meantime may be counted twice, or not at all.
    if (ofEnded === before.ofEnded) return ofChildren.reduce((a, b) => a + b, own + ofEnded);
  }
}

function timesOf(pid: number): Times {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return { own: 0, ofEnded: 0 }; // It has just ended.
  }
  // The name of the program stands in parentheses and may contain anything. The first field after it is the
  // third of the line, and fields 14 to 17 are utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * TICK_MS, ofEnded: (endedUser + endedSystem) * TICK_MS };
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}
