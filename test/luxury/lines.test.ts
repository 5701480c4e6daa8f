import { expect, test } from 'vitest';
import type { InvalidRequestError } from '../../src/kit/errors.ts';
import { gatewayLine, makeLines } from '../../src/luxury/lines.ts';

const gateway = {
  host: 'gw.example.com',
  httpPort: 823,
  socks5Port: 824,
  stickyPorts: { first: 10_000, last: 10_999 },
};
const user = { login: 'l0gin', password: 'p/w%d' };
const sticky = { session: 'sticky', protocol: 'both' } as const;
const rotating = { session: 'rotating', protocol: 'both' } as const;

test('each format is written in its own way', () => {
  const line = (format: 'hpup' | 'uphp' | 'http' | 'socks') => makeLines(gateway, rotating, user, { format });
  expect(line('hpup')).toEqual(['gw.example.com:823:l0gin:p/w%d']);
  expect(line('uphp')).toEqual(['l0gin:p/w%d@gw.example.com:823']);
  expect(line('http')).toEqual(['http://l0gin:p%2Fw%25d@gw.example.com:823']);
  expect(line('socks')).toEqual(['socks5://l0gin:p%2Fw%25d@gw.example.com:824']);
});

test('in sticky mode each line has a port of its own, up to a thousand', () => {
  const lines = makeLines(gateway, sticky, user, { count: 1_000 });
  expect(new Set(lines).size).toBe(1_000);
  expect(lines.at(0)).toBe('gw.example.com:10000:l0gin:p/w%d');
  expect(lines.at(-1)).toBe('gw.example.com:10999:l0gin:p/w%d');
});

test('in rotating mode there is one line, whatever the count', () => {
  expect(makeLines(gateway, rotating, user, { count: 50 })).toHaveLength(1);
});

test('without a protocol it is HTTP, and SOCKS5 where the settings allow that only', () => {
  expect(makeLines(gateway, rotating, user, {})[0]).toContain(':823:');
  expect(makeLines(gateway, { ...rotating, protocol: 'socks5' }, user, {})[0]).toContain(':824:');
  expect(makeLines(gateway, rotating, user, { protocol: 'socks5' })[0]).toContain(':824:');
});

test.each([
  ['a count of 0', rotating, { count: 0 }],
  ['a count over 1000', sticky, { count: 1_001 }],
  ['a format that contradicts the protocol', rotating, { format: 'http', protocol: 'socks5' }],
  ['a protocol that the settings have closed', { ...rotating, protocol: 'http' }, { protocol: 'socks5' }],
] as const)('%s is refused as an invalid request', (_what, settings, query) => {
  expect(() => makeLines(gateway, settings, user, query)).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  );
});

test.each([
  ['both', 'leave it out for http:// URLs, or choose the format of socks5:// URLs'],
  ['http', "the order's settings allow HTTP only, so leave it out for http:// URLs"],
  ['socks5', "the order's settings allow SOCKS5 only, so choose the format of socks5:// URLs"],
] as const)(
  'where the settings allow %s, a contradiction is refused with what can be asked for: %s',
  (protocol, advice) => {
    const query = { format: 'http', protocol: 'socks5' } as const;
    expect(() => makeLines(gateway, { ...rotating, protocol }, user, query)).toThrow(
      `protocol: is SOCKS5 and "format" is for http:// URLs: ${advice}.`,
    );
  },
);

test('all that is wrong with the arguments is reported at once, argument by argument', () => {
  const refused = (protocol: 'both' | 'http', query: Parameters<typeof makeLines>[3]): string[] => {
    try {
      return makeLines(gateway, { ...rotating, protocol }, user, query);
    } catch (error) {
      return (error as InvalidRequestError).flaws.map(({ path }) => path.join('.'));
    }
  };
  expect(refused('both', { count: 5_000 })).toEqual(['count']);
  expect(refused('both', { count: 0, format: 'http', protocol: 'socks5' })).toEqual(['count', 'protocol']);
  expect(refused('http', { count: 0, format: 'socks', protocol: 'socks5' })).toEqual([
    'count',
    'format',
    'protocol',
  ]);
});

test('the line of a new password is that of the HTTP port', () => {
  expect(gatewayLine(gateway, user)).toBe('gw.example.com:823:l0gin:p/w%d');
});
