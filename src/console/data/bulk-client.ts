import { Client, fetchExchange, mapExchange } from 'urql';
import { REQUESTS } from './requests.ts';
import { followSession, isUnauthorized } from './session.ts';

/** For files of thousands of objects: what it reads is kept in no cache, and no page hears of it. */
export const bulkClient = new Client({
  ...REQUESTS,
  exchanges: [
    mapExchange({ onError: (error) => void (isUnauthorized(error) && followSession()) }),
    fetchExchange,
  ],
});
