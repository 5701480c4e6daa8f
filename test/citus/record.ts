import { appendFileSync } from 'node:fs';
import { PgClient } from '../../src/kit/connection.ts';
import type { Sent } from './statements.ts';

// Writes down each text that the product sends, once for each worker, with the values of its first use.

const file = process.env['CITUS_STATEMENTS'];
const seen = new Set<unknown>();
const send = PgClient.prototype.query;

if (file !== undefined)
  PgClient.prototype.query = function (this: PgClient, ...args: unknown[]): never {
    const [text, values = []] = args;
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text);
      const sent: Sent = { text, values: (values as unknown[]).map(asJson) };
      appendFileSync(file, `${JSON.stringify(sent)}\n`);
    }
    return Reflect.apply(send, this, args) as never;
  };

function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'bigint' ? String(value) : value;
}
