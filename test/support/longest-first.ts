import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take 15 to 60 s, most of it waiting. Begun last, each would run alone at the end. */
const LONGEST = [
  'faults/faults.test.ts',
  'e2e/luxury.test.ts',
  'kit/embedded-postgres.test.ts',
  'database-away.test.ts',
  'silent-database.test.ts',
  'pages/in-a-browser.test.ts',
];

/** Begins with the longest files even when no earlier run has measured them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
