import { expect, test } from 'vitest';
import { explain } from '../../src/luxury/diagnosis.ts';
import { defaultSettings } from '../../src/luxury/settings.ts';
import { REFUSALS } from '../../src/sandbox/gateway/authorization.ts';

const SETTINGS = defaultSettings('US');
/** What the network documents and the sandbox never says. */
const DOCUMENTED = ['PORT_BLOCKED', 'SITE_PERMANENTLY_BLOCKED'];

test.each([...Object.keys(REFUSALS), ...DOCUMENTED])('%s is explained without its code', (code) => {
  const { meaning, advice } = explain(code, SETTINGS);
  for (const sentence of [meaning, advice]) {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toMatch(/[A-Z]+_[A-Z]+/);
  }
});

test.each(['SOMETHING_NEW', 'TOSTRING', 'constructor', '__proto__'])(
  'a code that nobody knows, such as %s, is named in a general sentence',
  (code) => {
    const { meaning, advice, setting } = explain(code, SETTINGS);
    expect(meaning).toContain(code);
    expect(advice).not.toBe('');
    expect(setting).toBeUndefined();
  },
);
