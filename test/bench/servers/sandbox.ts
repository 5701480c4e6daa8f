import { systemClock } from '../../../src/kit/clock.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { serveParent } from './serve-parent.ts';

/** More than any run buys. */
const STOCK = 1_000_000;

/** The upstream, which answers at once and has no rate limit. */
await serveParent(async ({ stateDir }: { stateDir: string }) => {
  const requestsPerSecond = Number.POSITIVE_INFINITY;
  const sandbox = await startSandbox({ port: 0, stateDir, clock: systemClock, requestsPerSecond });
  sandbox.setStock('4', 'us', STOCK);
  const { url, px6Url, px6Key, dataImpulseUrl, dataImpulseLogin, dataImpulsePassword, gateway } = sandbox;
  const { telegramUrl, telegramToken, cryptoPayUrl, cryptoPayToken } = sandbox;
  return {
    ready: {
      url,
      px6: { url: px6Url, accounts: [{ name: 'main', key: px6Key }] },
      dataImpulse: {
        url: dataImpulseUrl,
        login: dataImpulseLogin,
        password: dataImpulsePassword,
        gateway,
      },
      telegram: { url: telegramUrl, token: telegramToken },
      cryptoPay: { url: cryptoPayUrl, token: cryptoPayToken },
    },
    close: () => sandbox.close(),
  };
});
