import { expect, test } from 'vitest';
import { defaultPublicUrl } from '../src/app/complete-config.ts';

test.each([
  ['http://127.0.0.1:4000', 'http://localhost:4000'],
  ['http://[::1]:4000', 'http://localhost:4000'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://192.0.2.7:4000', 'http://192.0.2.7:4000'],
  ['http://[2001:db8::1]:4000', 'http://[2001:db8::1]:4000'],
])(
  'a service at %s is opened in browsers at %s, where passkeys are allowed if they can be',
  (listening, url) => {
    expect(defaultPublicUrl(listening)).toBe(url);
  },
);
