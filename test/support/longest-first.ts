import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take from a quarter of a minute to a whole one, most of which they wait: begun last, each would be waited for alone. */
const LONGEST = [
  'faults/faults.test.ts',
  'e2e/luxury.test.ts',
  'kit/embedded-postgres.test.ts',
  'database-away.test.ts',
  'silent-database.test.ts',
  'pages/in-a-browser.test.ts',
];

/** Begins with the longest files also where no earlier run has told which those are. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
