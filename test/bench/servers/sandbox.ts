import { systemClock } from '../../../src/kit/clock.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { FIRST_ACCOUNT } from '../../../src/upstreams/term.ts';
import { serveParent } from './serve-parent.ts';

/** More than any run buys. */
const STOCK = 1_000_000;

interface SandboxChildOptions {
  stateDir: string;
  /** How many accounts there are at PX6, one unless given. */
  accounts?: number;
  /** Of each of them; without a limit unless given. */
  requestsPerSecond?: number;
}

/** The upstream, which answers at once. */
await serveParent(async ({ stateDir, accounts = 1, ...rate }: SandboxChildOptions) => {
  const { requestsPerSecond = Number.POSITIVE_INFINITY } = rate;
  const sandbox = await startSandbox({ port: 0, stateDir, clock: systemClock, requestsPerSecond });
  sandbox.setStock('4', 'us', STOCK);
  const { url, px6Url, dataImpulseUrl, dataImpulseLogin, dataImpulsePassword, gateway } = sandbox;
  const { telegramUrl, telegramToken, cryptoPayUrl, cryptoPayToken } = sandbox;
  return {
    ready: {
      url,
      px6: {
        url: px6Url,
        accounts: sandbox.px6Keys.slice(0, accounts).map((key, place) => ({
          name: place === 0 ? FIRST_ACCOUNT : `account-${place + 1}`,
          key,
        })),
      },
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
