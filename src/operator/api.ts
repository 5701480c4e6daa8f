import { InvalidArgumentError } from 'commander';
import { InvalidRequestError } from '../kit/errors.ts';
import { type Closing, disableApi, enableApi, readClosing } from '../resellers/admission.ts';
import { instant, option, text } from './arguments.ts';
import { type Change, changeOf, type OperatorCommand } from './command.ts';

/** The longest message, in characters. It is one sentence of an error. */
const MAX_MESSAGE_CHARACTERS = 500;
/** How far ahead the API can be told to open, in milliseconds. Anything later is a typing error. */
const MAX_CLOSED_MS = 31 * 24 * 60 * 60_000;

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

interface DisableOptions {
  message?: string;
  until?: Date;
  for?: number;
}

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'api show',
    at: 'home',
    does: 'reads',
    about: 'print whether the API is closed, what callers are told, and when it opens by itself',
    examples: ['api show'],
    async run({ database }) {
      const closing = await readClosing(database.sql);
      return { apiDisabled: closing !== undefined, message: null, until: null, ...closing };
    },
  },
  {
    name: 'api disable',
    at: 'home',
    about:
      'answer every request with 503 api_disabled, until "api enable" or the instant that callers are told',
    examples: ['api disable --for 2h', "api disable --message 'We move, back soon.'"],
    options: [
      option('--message <text>', 'the message that callers get', text(MAX_MESSAGE_CHARACTERS)),
      option('--until <instant>', 'when it opens by itself, such as 2026-12-01T12:00:00Z', instant),
      option('--for <time>', 'after how long it opens by itself, such as 90m or 2h', duration),
    ],
    async run({ database, clock, onChanged }, options: DisableOptions) {
      const until = endOf(options, clock.now());
      const toMinute = until?.toISOString().slice(0, 16).replace('T', ' ');
      const { message = until && `The API is closed until ${toMinute} UTC.` } = options;
      if (message === undefined)
        throw new InvalidRequestError(
          'Give --message, or --until or --for: callers have to be told something.',
        );
      const closing = { message, until: until ?? null };
      onChanged(changesOf(await disableApi(database, message, until), closing));
      return { apiDisabled: true, ...closing };
    },
  },
  {
    name: 'api enable',
    at: 'home',
    about: 'open the API again',
    examples: ['api enable'],
    async run({ database, onChanged }) {
      onChanged(changesOf(await enableApi(database), undefined));
      return { apiDisabled: false };
    },
  },
];

function changesOf(before: Closing | undefined, now: Closing | undefined): Change[] {
  const endOf = (closing: Closing | undefined) => closing?.until?.toISOString() ?? null;
  return [
    ...changeOf('message', before?.message ?? null, now?.message ?? null),
    ...changeOf('until', endOf(before), endOf(now)),
  ];
}

/** When the API opens by itself. Throws InvalidRequestError. */
function endOf({ until, for: length }: DisableOptions, now: Date): Date | undefined {
  if (until && length !== undefined)
    throw new InvalidRequestError('Give --until or --for, not both: they say the same.');
  const end = length === undefined ? until : new Date(now.getTime() + length);
  if (!end) return undefined;
  if (end <= now)
    throw new InvalidRequestError(
      `--until is past: it is ${now.toISOString()} now. "api enable" opens the API.`,
    );
  if (end.getTime() - now.getTime() > MAX_CLOSED_MS)
    throw new InvalidRequestError(
      'That is more than 31 days ahead. To close the API for longer, leave --until and --for out.',
    );
  return end;
}

function duration(value: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(value) ?? [];
  const length = UNITS[unit];
  if (length === undefined)
    throw new InvalidArgumentError(
      'It is a number with s, m, h or d for seconds, minutes, hours or days: 90m.',
    );
  return Number(count) * length;
}
