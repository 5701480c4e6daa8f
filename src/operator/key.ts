import type { Command } from 'commander';
import { createKey, MAX_OVERLAP_HOURS, reissueKey, updateKey } from '../resellers/keys.ts';
import { id, wholeNumber } from './arguments.ts';
import { changeOf } from './change.ts';
import { changes, type Run } from './run.ts';

interface KeyOptions {
  key: number;
}

export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('create API keys and change them, effective at once');

  changes(key.command('create'), 'key create --reseller 2 --allow-ip 203.0.113.0/24')
    .description('create an API key; it is shown this once, also where one was lost')
    .requiredOption('--reseller <id>', 'the reseller', id)
    .option('--allow-ip <cidr...>', 'addresses or networks that may use it; any when left out')
    .action(({ reseller: resellerId, allowIp }: { reseller: number; allowIp?: string[] }) =>
      run(async ({ database, clock }) => {
        const created = await createKey(database, { resellerId, allowedIps: allowIp, at: clock.now() });
        return { resellerId, ...created };
      }),
    );

  changes(key.command('reissue'), 'key reissue --key 7 --overlap-hours 24')
    .description('replace the secret of a key; the new one is shown this once')
    .requiredOption('--key <id>', 'the key', id)
    .option(
      '--overlap-hours <number>',
      'for how long the old secret goes on working',
      wholeNumber(MAX_OVERLAP_HOURS),
      0,
    )
    .action(({ key: keyId, overlapHours }: KeyOptions & { overlapHours: number }) =>
      run(async ({ database, clock }) => {
        const at = clock.now();
        const { oldSecretUntil, ...reissued } = await reissueKey(database, { keyId, overlapHours, at });
        return { ...reissued, ...(oldSecretUntil && { oldSecretUntil }) };
      }),
    );

  for (const [name, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    changes(key.command(name), `key ${name} --key 7`)
      .description(disabled ? 'refuse a key until it is enabled' : 'accept a disabled key again')
      .requiredOption('--key <id>', 'the key', id)
      .action(({ key: keyId }: KeyOptions) =>
        run(async ({ database }, _payments, { onChanged }) => {
          const { resellerId, before } = await updateKey(database, { keyId, disabled });
          onChanged(changeOf('disabled', before.disabled, disabled));
          return { resellerId, keyId, disabled };
        }),
      );
  }

  changes(key.command('allow-ips'), 'key allow-ips --key 7 --ip 203.0.113.0/24 198.51.100.7')
    .description('replace the networks that may use a key; without --ip it works from anywhere')
    .requiredOption('--key <id>', 'the key', id)
    .option('--ip <cidr...>', 'an address or network such as 203.0.113.0/24')
    .action(({ key: keyId, ip = [] }: KeyOptions & { ip?: string[] }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const { resellerId, allowedIps, before } = await updateKey(database, { keyId, allowedIps: ip });
        onChanged(changeOf('allowedIps', before.allowedIps, allowedIps));
        return { resellerId, keyId, allowedIps };
      }),
    );
}
