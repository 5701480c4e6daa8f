import { expect, test } from 'vitest';
import { isConnectionLost, violates } from '../../src/kit/database-errors.ts';

const refusal = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const duplicate = (name: string) => `duplicate key value violates unique constraint "${name}"`;

test.each([
  ['of a single server', refusal('any', { constraint: 'resellers_reference' })],
  ["of the coordinator's own table of Citus", refusal('any', { constraint: 'resellers_reference_102223' })],
  ['of a table on a node', refusal(duplicate('resellers_reference_102223'))],
  ['inside another error', new Error('failed', { cause: refusal(duplicate('resellers_reference')) })],
])('a violated constraint is known by its name: %s', (_whose, error) => {
  expect(violates(error, 'resellers_reference')).toBe(true);
  expect(violates(error, 'resellers')).toBe(false);
});

test.each([
  'failure on connection marked as essential: db3:5432',
  'postmaster was shut down, exiting',
  'could not commit transaction for shard 102008 on at least one active node',
  'terminating connection due to unexpected postmaster exit',
  'failed to COPY to shard 102008 on db3:5432',
  'failed to complete COPY on db3:5432',
  "failed to prepare transaction 'citus_0_17_4_0' on host db3:5432",
  'cannot connect to db3:5432 to fetch intermediate results',
  'server closed the connection unexpectedly',
  'could not receive data from server: Connection reset by peer',
])('what Citus has lost is a lost connection, and no fault of the statement: %s', (message) =>
  expect(isConnectionLost(refusal(message))).toBe(true),
);

test('a violated constraint is no lost connection', () => {
  expect(isConnectionLost(refusal(duplicate('resellers_reference')))).toBe(false);
});
