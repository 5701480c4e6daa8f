import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendNotices } from '../../src/billing/send-notices.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const BUY = ['order', 'buy', '--tier', 'prem', '--type', 'ipv4', '--country', 'us', '--period', '7d'];

/** A reseller whose purchase for 0.75 leaves 9.50. */
async function givenLow(): Promise<number> {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10.25' });
  await operator(...BUY, '--reseller', `${resellerId}`);
  return resellerId;
}

test('notices lists the notices that were sent and those that wait, newest first', async () => {
  const first = await givenLow();
  await sendNotices(opened.services, { write: async () => () => {} }, () => {});
  const second = await givenLow();

  const sent = {
    noticeId: expect.any(Number),
    resellerId: first,
    kind: 'low_balance',
    balanceUsd: '9.50',
    thresholdUsd: '10.00',
    createdAt: INSTANT,
    sentAt: INSTANT,
  };
  const due = { ...sent, resellerId: second, sentAt: null };
  expect((await operator('notices')).result).toEqual({ notices: [due, sent] });
  expect((await operator('notices', '--limit', '1')).result).toEqual({ notices: [due] });
  expect((await operator('notices', '--reseller', `${first}`)).result).toEqual({ notices: [sent] });
});

test.each([
  ['--reseller', '0'],
  ['--limit', '1001'],
])('notices %s %s is refused', async (...args) => {
  expect((await operator('notices', ...args)).error).toMatchObject({ code: 'invalid_request' });
});
