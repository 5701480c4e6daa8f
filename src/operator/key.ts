import { createKey, MAX_OVERLAP_HOURS, reissueKey, updateKey } from '../resellers/keys.ts';
import { id, option, required, WHOM, wholeNumber } from './arguments.ts';
import { changeOf, type OperatorCommand, type Work } from './command.ts';

const WHICH = required('--key <id>', 'the key', id);

interface KeyOptions {
  key: number;
}

/** Changes of a key are effective at once. */
export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'key create',
    about: 'create an API key; it is shown this once, also where one was lost',
    examples: ['key create --reseller 2 --allow-ip 203.0.113.0/24'],
    options: [
      WHOM,
      option('--allow-ip <cidr...>', 'addresses or networks that may use it; any when left out'),
    ],
    async run({ database, clock }, options: { reseller: number; allowIp?: string[] }) {
      const { reseller: resellerId, allowIp: allowedIps } = options;
      const created = await createKey(database, { resellerId, allowedIps, at: clock.now() });
      return { resellerId, ...created };
    },
  },
  {
    name: 'key reissue',
    about: 'replace the secret of a key; the new one is shown this once',
    examples: ['key reissue --key 7 --overlap-hours 24'],
    options: [
      WHICH,
      option(
        '--overlap-hours <number>',
        'for how long the old secret goes on working',
        wholeNumber(MAX_OVERLAP_HOURS),
        0,
      ),
    ],
    async run({ database, clock }, { key: keyId, overlapHours }: KeyOptions & { overlapHours: number }) {
      const at = clock.now();
      const { oldSecretUntil, ...reissued } = await reissueKey(database, { keyId, overlapHours, at });
      return { ...reissued, ...(oldSecretUntil && { oldSecretUntil }) };
    },
  },
  {
    name: 'key disable',
    about: 'refuse a key until it is enabled',
    examples: ['key disable --key 7'],
    options: [WHICH],
    run: (work, { key }: KeyOptions) => setKeyDisabled(work, key, true),
  },
  {
    name: 'key enable',
    about: 'accept a disabled key again',
    examples: ['key enable --key 7'],
    options: [WHICH],
    run: (work, { key }: KeyOptions) => setKeyDisabled(work, key, false),
  },
  {
    name: 'key allow-ips',
    about: 'replace the networks that may use a key; without --ip it works from anywhere',
    examples: ['key allow-ips --key 7 --ip 203.0.113.0/24 198.51.100.7'],
    options: [WHICH, option('--ip <cidr...>', 'an address or network such as 203.0.113.0/24')],
    async run({ database, onChanged }, { key: keyId, ip = [] }: KeyOptions & { ip?: string[] }) {
      const { resellerId, allowedIps, before } = await updateKey(database, { keyId, allowedIps: ip });
      onChanged(changeOf('allowedIps', before.allowedIps, allowedIps));
      return { resellerId, keyId, allowedIps };
    },
  },
];

async function setKeyDisabled({ database, onChanged }: Work, keyId: number, disabled: boolean) {
  const { resellerId, before } = await updateKey(database, { keyId, disabled });
  onChanged(changeOf('disabled', before.disabled, disabled));
  return { resellerId, keyId, disabled };
}
