import { LANGUAGES } from '../../../src/bot/people/people.ts';
import { type Texts, textsIn } from '../../../src/bot/texts/texts.ts';
import { parseHtml } from '../../../src/sandbox/telegram/texts.ts';

/** Whether a message answers a command. */
type IsAnswer = (content: string) => boolean;

/** What begins with the first line of a text, in any language. */
function begins(...texts: ((texts: Texts) => { text: string })[]): IsAnswer {
  const lines = LANGUAGES.flatMap((language) =>
    texts.map((text) => parseHtml(text(textsIn(language)).text).text.split('\n')[0] ?? ''),
  );
  return (content) => lines.some((line) => content.startsWith(line));
}

const matching =
  (pattern: RegExp): IsAnswer =>
  (content) =>
    pattern.test(content);

const hasFailed = begins((texts) => texts.message('failed'));

/** By commands: what has values in its first line is known by a pattern. */
const ANSWERS: Readonly<Record<string, IsAnswer>> = {
  '/start': matching(/^(Welcome|Hello|Здравствуйте), /),
  '/help': begins((texts) => texts.message('help')),
  '/language': begins((texts) => texts.message('language')),
  '/notices': begins((texts) => texts.message('notices')),
  '/invite': matching(/start=ref_/),
  '/balance': matching(/^(Balance|Баланс): /),
  '/keys': begins(
    (texts) => texts.keys([], 0),
    (texts) => texts.keys([], 1),
  ),
  '/orders': matching(/^(Orders|Заказы)/),
  '/buy': begins((texts) => texts.message('buy-tier')),
  '/topup': begins((texts) => texts.message('top-up')),
};
export const ANSWERED_COMMANDS = Object.keys(ANSWERS);

/** Whether a message answers the command, if only by saying that it has failed. */
export function isAnswerTo(command: string, content: string): boolean {
  return ANSWERS[command]?.(content) || hasFailed(content);
}
