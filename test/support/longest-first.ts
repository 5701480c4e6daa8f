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

/** Begins with the longest files even when no earlier run has measured them; then come the largest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.includes(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
