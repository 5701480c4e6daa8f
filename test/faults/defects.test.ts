import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFECTS } from './defects/defects.ts';

test.each(Object.entries(DEFECTS))(
  'the planted defect %s still has its one place in the program',
  (_, changes) => {
    const sources = new Map<string, string>();
    for (const { file, from, to } of changes) {
      const source = sources.get(file) ?? readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');
      expect(source.split(from).length - 1, `places in ${file} for: ${from}`).toBe(1);
      sources.set(
        file,
        source.replace(from, () => to),
      );
    }
  },
);
