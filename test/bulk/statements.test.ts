import { afterAll, beforeAll, expect, test } from 'vitest';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { acceptRenewals, givenOrders, outcomesOf, startWorker } from './fixture.ts';

let opened: OpenedServices;
/** Another process, whose statements are not recorded. */
let other: OpenedServices;
let statements: Statements;

beforeAll(async () => {
  statements = recordStatements();
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  other = await openServices(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

test('an item takes two statements beside its renewal: to take it, and to write down its end', async () => {
  const COUNT = 10;
  const buyer = buyerOf(await givenReseller(opened.services));
  const orderIds = await givenOrders(opened.services, buyer, COUNT);
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  const worker = startWorker(opened.services);
  const sent = await statements.during(async () => {
    await worker.round();
    await expect
      .poll(async () => (await outcomesOf(other.services, name)).every((one) => one === 'done'))
      .toBe(true);
    await worker.close?.();
  });
  const ofJobs = sent.filter((text) => text.includes('bulk_'));
  // Each of the two items at once is followed by a look that finds none, and the round looks for jobs.
  expect(ofJobs.length).toBeGreaterThanOrEqual(2 * COUNT);
  expect(ofJobs.length).toBeLessThanOrEqual(2 * COUNT + 3);
});

test('a round that finds no job takes one statement', async () => {
  const worker = startWorker(opened.services);
  await worker.round();
  await worker.close?.();
  await startWorker(opened.services).round();
  const sent = await statements.during(async () => {
    await worker.round();
  });
  expect(sent).toHaveLength(1);
});
