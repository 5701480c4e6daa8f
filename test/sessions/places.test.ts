import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placeOf, readPlaces } from '../../src/sessions/places.ts';

test('an address is placed by the operator’s database: by city, by country, or not at all', async () => {
  expect(placeOf('10.0.0.1')).toBeUndefined();
  const path = join(await mkdtemp(join(tmpdir(), 'places-')), 'cities.mmdb');
  await writeFile(path, databaseOfPlaces());
  await readPlaces(path);
  expect(placeOf('10.0.0.1')).toBe('Berlin, DE');
  expect(placeOf('130.0.0.1')).toBe('BR');
  expect(placeOf('203.0.113.7')).toBeUndefined();
});

/** A database of MaxMind's format: 0/1 is in Berlin, 128/2 in Brazil, and of 192/2 nothing is known. */
function databaseOfPlaces(): Buffer {
  const berlin = map({ city: map({ names: map({ en: text('Berlin') }) }), country: country('DE') });
  const brazil = map({ country: country('BR') });
  const NODES = 2;
  /** Of the data, which stands 16 bytes behind the tree. */
  const dataAt = (offset: number) => NODES + 16 + offset;
  const tree = [dataAt(0), 1, dataAt(berlin.length), NODES].map((record) => number(record, 3).subarray(1));
  const metadata = map({
    binary_format_major_version: number(2, 2, 5),
    binary_format_minor_version: number(0, 2, 5),
    build_epoch: number(1_790_000_000, 4, 6),
    database_type: text('Test-City'),
    description: map({ en: text('Three places') }),
    ip_version: number(4, 2, 5),
    languages: Buffer.concat([Buffer.from([1, 4]), text('en')]),
    node_count: number(NODES, 4, 6),
    record_size: number(24, 2, 5),
  });
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([...tree, Buffer.alloc(16), berlin, brazil, mark, metadata]);
}

const country = (code: string) => map({ iso_code: text(code) });

/** A value begins with a byte of its type and its size. */
function text(value: string): Buffer {
  return Buffer.from([(2 << 5) | value.length, ...Buffer.from(value)]);
}

function number(value: number, bytes: number, type = 0): Buffer {
  const whole = Buffer.alloc(1 + bytes);
  whole.writeUIntBE(value, 1, bytes);
  whole[0] = (type << 5) | bytes;
  return whole;
}

function map(entries: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(entries).flatMap(([name, value]) => [text(name), value]);
  return Buffer.concat([Buffer.from([(7 << 5) | (parts.length / 2)]), ...parts]);
}
