import { Client, fetchExchange, mapExchange } from 'urql';
import { leaveIfUnauthorized, REQUESTS } from './client.ts';

/** For files of thousands of objects: what it reads is kept in no cache, and no page hears of it. */
export const bulkClient = new Client({
  ...REQUESTS,
  exchanges: [mapExchange({ onError: leaveIfUnauthorized }), fetchExchange],
});
