import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemTimer, type Timer } from '../../src/kit/clock.ts';
import { type Lookup, WebhookAddresses } from '../../src/webhooks/address.ts';
import { Dialler } from '../../src/webhooks/dialler.ts';
import { makeCertificates } from '../ha/deployed.ts';
import { newDataDirectory } from '../support/postgres.ts';

interface Given {
  isSandboxed?: boolean;
  allowedNetworks?: readonly string[];
  lookup?: Lookup;
  timer?: Timer;
}

/** 32 bytes, another secret for another number. */
export const secretOf = (number: number) => Buffer.alloc(32, number);

/** A dialler, which calls what is public alone unless more is given, with what it goes by. */
export function openDialler({ timer = systemTimer, ...given }: Given = {}) {
  const addresses = new WebhookAddresses({ isSandboxed: false, allowedNetworks: [], ...given });
  const dialler = new Dialler({ addresses, timer });
  return {
    addresses,
    dialler,
    post: (url: string, others: Partial<Parameters<Dialler['post']>[0]> = {}) =>
      dialler.post({ url, id: 'evt_1', body: '{}', at: new Date(), secrets: [secretOf(1)], ...others }),
    [Symbol.asyncDispose]: () => dialler.close(),
  };
}

/**
 * A key with a certificate of `shop.example`, localhost and 127.0.0.1, by a CA that this process then trusts,
 * unless it shall not. Undefined where OpenSSL's command is not installed.
 */
export async function givenTls({ isTrusted = true } = {}) {
  const directory = newDataDirectory();
  try {
    if (!(await makeCertificates(directory, ['shop.example=127.0.0.1']))) return undefined;
    const [ca = '', cert, key] = await Promise.all(
      ['ca.crt', 'shop.example.crt', 'shop.example.key'].map((name) =>
        readFile(join(directory, name), 'utf8'),
      ),
    );
    if (isTrusted) setDefaultCACertificates([...getCACertificates('default'), ca]);
    return { cert, key };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
