import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

test('the balance is an exact number, in USD, with the threshold of the chat bot', async () => {
  const { rest } = await service.givenCaller({ balanceUsd: '130.25' });
  expect((await rest.get('/v1/balance')).text).toBe(
    '{"balance_usd":130.25,"currency":"USD","low_balance_threshold_usd":10}',
  );
});

test('the smallest and the largest amounts are exact to the last digit', async () => {
  const { rest, resellerId } = await service.givenCaller();
  for (const [micros, number] of [
    [1n, '0.000001'],
    [0n, '0'],
    [100_000n, '0.1'],
    [12_500_000n, '12.5'],
    [999_999_999_999_999n, '999999999.999999'],
  ]) {
    await service.change(sql`update accounts set balance = ${micros} where reseller_id = ${resellerId}`);
    expect((await rest.get('/v1/balance')).text).toContain(`{"balance_usd":${number},`);
  }
});

test('a purchase is taken from the balance at once', async () => {
  const { rest } = await service.givenCaller({ balanceUsd: '10' });
  await rest.post('/v1/orders', { ...PURCHASE, quantity: 3 });
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 6.7 });
});
