import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes 5 to 60 s, in files of any size. Begun last, each would run alone at the end. */
const LONGEST = [
  '/faults/',
  '/e2e/',
  '/console/',
  '/hung-commits.',
  '/database-away.',
  '/silent-database.',
  '/start-connection.',
  '/no-connection-held.',
  '/write-gate.',
  '/full-disk.',
  '/pages/in-a-browser.',
];

/**
 * How many others follow one that takes long. Those that take long mostly wait: side by side they would leave
 * the processors idle, and the others would have them to themselves later.
 */
const OTHERS_BETWEEN = 3;

/** Begins with the longest files even when no earlier run has measured them; the others lie between these. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(name));
    const others = sorted.filter((file) => !isLong(file));
    const mixed = sorted.filter(isLong).flatMap((file) => [file, ...others.splice(0, OTHERS_BETWEEN)]);
    return [...mixed, ...others];
  }
}
