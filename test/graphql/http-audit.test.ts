import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenKeys, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

let service: RunningService;
let apiKeys: string[];
let sent = 0;

beforeAll(async () => {
  service = await startService();
  const { resellerId } = await givenReseller(service.services);
  apiKeys = await givenKeys(service.services, resellerId, 10);
});

afterAll(() => service.close());

const audits = serverAudits({
  url: () => `${service.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) => {
    // There are more audits than one key admits in a minute.
    const apiKey = apiKeys[sent++ % apiKeys.length];
    return fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${apiKey}` } });
  },
});

test.each(audits)('GraphQL over HTTP: $name', async (audit) => {
  const result = await audit.fn();
  expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
});
