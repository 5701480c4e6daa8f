import { hashOfSecret } from '../../../src/kit/vault.ts';
import type { Environment } from '../environment.ts';
import type { RecordedService } from '../recorder.ts';
import { PURCHASE, post } from '../requests.ts';
import { seedReseller } from '../seed.ts';
import type { RecordedPurchase } from '../servers/plain-purchases.ts';
import { answerOf } from './answers.ts';

/** Records everything that one purchase of the service sends to the database. */
export async function recordPurchase(
  environment: Environment,
  recorder: RecordedService,
): Promise<RecordedPurchase> {
  const {
    resellerId,
    keys: [key],
  } = await seedReseller(environment, 1);
  if (!key) throw new RangeError('the reseller has no key');
  const purchase = () => answerOf(recorder.url, post('/v1/orders', PURCHASE, key.apiKey));
  await purchase(); // The first one reads the upstream's stock, which serves for a while.
  let orderId = Number.NaN;
  const recordedAt = Date.now();
  const statements = await recorder.statementsOf(async () => {
    orderId = Number((await purchase())['id']);
  });
  return { statements, recordedAt, keyHash: hashOfSecret(key.apiKey), resellerId, orderId };
}
