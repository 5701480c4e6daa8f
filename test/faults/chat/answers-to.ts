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

const hasFailed = begins((texts) => texts.failed);

/** By commands: what has values in its first line is known by a pattern. */
const ANSWERS: Readonly<Record<string, IsAnswer>> = {
  '/start': matching(/^(Welcome|Hello|Здравствуйте), /),
  '/help': begins((texts) => texts.help),
  '/language': begins((texts) => texts.language),
  '/notices': begins(({ notices }) => notices.menu),
  '/invite': matching(/start=ref_/),
  '/balance': matching(/^(Balance|Баланс): /),
  '/keys': begins(
    ({ keys }) => keys([], 0),
    ({ keys }) => keys([], 1),
  ),
  '/orders': matching(/^(Orders|Заказы)/),
  '/buy': begins(({ buy }) => buy.tier),
  '/topup': begins((texts) => texts.topUp),
};
export const ANSWERED_COMMANDS = Object.keys(ANSWERS);

/** Whether a message answers the command, if only by saying that it has failed. */
export function isAnswerTo(command: string, content: string): boolean {
  return ANSWERS[command]?.(content) || hasFailed(content);
}
