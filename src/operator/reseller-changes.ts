import type { Command } from 'commander';
import { setDisabled, signOut } from '../access/sign-out.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type RateOwner, setRateLimit } from '../resellers/keys.ts';
import { MAX_REQUESTS_PER_WINDOW, REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';
import { changeReseller, MAX_DISABLED_REASON_CHARACTERS } from '../resellers/resellers.ts';
import { id, text, wholeNumber } from './arguments.ts';
import { changeOf } from './change.ts';
import { MAX_NAME_CHARACTERS, MAX_PRICE_LIST_CHARACTERS } from './reseller.ts';
import { changes, type Run } from './run.ts';

interface RateOptions {
  reseller?: number;
  key?: number;
  perMinute?: number;
  reset: boolean;
}

/** Adds the commands that change a reseller, effective at once. */
export function addResellerChangeCommands(reseller: Command, run: Run): void {
  const WHOM = ['--reseller <id>', 'the reseller', id] as const;

  changes(
    reseller.command('disable'),
    "reseller disable --reseller 2 --reason 'Invoice 12 is unpaid: write to billing@example.com'",
  )
    .description(
      'refuse a reseller: its keys and its chat until it is enabled; its sessions, sign-in links and frontend tokens end for good, and charged work goes on to its end',
    )
    .requiredOption(...WHOM)
    .requiredOption('--reason <text>', 'why; the reseller reads it', text(MAX_DISABLED_REASON_CHARACTERS))
    .action(({ reseller: resellerId, reason }: { reseller: number; reason: string }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const before = await setDisabled(database, { resellerId, reason });
        onChanged(changeOf('disabledReason', before, reason));
        return { resellerId, disabledReason: reason };
      }),
    );

  changes(reseller.command('enable'), 'reseller enable --reseller 2')
    .description('let a disabled reseller in again; to the console it signs in anew')
    .requiredOption(...WHOM)
    .action(({ reseller: resellerId }: { reseller: number }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const before = await setDisabled(database, { resellerId, reason: null });
        onChanged(changeOf('disabledReason', before, null));
        return { resellerId, disabledReason: null };
      }),
    );

  changes(
    reseller.command('sign-out'),
    'reseller sign-out --reseller 2',
    'reseller sign-out --reseller 2 --passkeys --keys',
  )
    .description(
      'end all sessions, sign-in links and frontend tokens of a reseller whose account somebody else may have',
    )
    .requiredOption(...WHOM)
    .option('--passkeys', 'remove all its passkeys, too', false)
    .option('--keys', 'disable all its API keys, too', false)
    .action(({ reseller: resellerId, ...which }: { reseller: number; passkeys: boolean; keys: boolean }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const ended = await signOut(database, { resellerId, ...which });
        onChanged(Object.entries(ended).flatMap(([of, count]) => changeOf(of, count, 0)));
        return { resellerId, ended };
      }),
    );

  changes(reseller.command('rename'), "reseller rename --reseller 2 --name 'Acme Ltd'")
    .description('change what you call a reseller')
    .requiredOption(...WHOM)
    .requiredOption('--name <name>', 'the new name', text(MAX_NAME_CHARACTERS))
    .action(({ reseller: resellerId, name }: { reseller: number; name: string }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const before = await database.inUnitOfWork((em) => changeReseller(em, { resellerId, name }));
        onChanged(changeOf('name', before.name, name));
        return { resellerId, name };
      }),
    );

  changes(reseller.command('price-list'), 'reseller price-list --reseller 2 --price-list wholesale')
    .description('change the price list of a reseller’s API prices')
    .requiredOption(...WHOM)
    .requiredOption('--price-list <id>', 'the price list', text(MAX_PRICE_LIST_CHARACTERS))
    .action(({ reseller: resellerId, priceList }: { reseller: number; priceList: string }) =>
      run(async ({ database }, _payments, { onChanged }) => {
        const before = await database.inUnitOfWork((em) => changeReseller(em, { resellerId, priceList }));
        onChanged(changeOf('priceList', before.priceList, priceList));
        return { resellerId, priceList };
      }),
    );

  changes(
    reseller.command('rate-limit'),
    'reseller rate-limit --reseller 2 --per-minute 120',
    'reseller rate-limit --key 7 --reset',
  )
    .description(
      `change how many requests a minute each key of a reseller may send, or one key; ${REQUESTS_PER_WINDOW} when never set`,
    )
    .option('--reseller <id>', 'all its keys that have no rate of their own', id)
    .option('--key <id>', 'one key', id)
    .option('--per-minute <number>', 'how many', wholeNumber(MAX_REQUESTS_PER_WINDOW))
    .option('--reset', 'as if it was never set', false)
    .action((options: RateOptions) => {
      const [owner, requestsPerMinute] = [ownerOf(options), rateOf(options)];
      return run(async ({ database }, _payments, { onChanged }) => {
        const { resellerId, before } = await setRateLimit(database, { ...owner, requestsPerMinute });
        onChanged(changeOf('requestsPerMinute', before, requestsPerMinute));
        return { resellerId, ...owner, requestsPerMinute };
      });
    });
}

/** Throws InvalidRequestError unless it is one of both. */
function ownerOf({ reseller: resellerId, key: keyId }: RateOptions): RateOwner {
  if (keyId === undefined && resellerId !== undefined) return { resellerId };
  if (keyId !== undefined && resellerId === undefined) return { keyId };
  throw new InvalidRequestError('Name the reseller by --reseller, or one key by --key.');
}

/** Null for no rate of its own. Throws InvalidRequestError unless one of both is given. */
function rateOf({ perMinute, reset }: RateOptions): number | null {
  if (reset === (perMinute !== undefined)) throw new InvalidRequestError('Take --per-minute or --reset.');
  return perMinute ?? null;
}
