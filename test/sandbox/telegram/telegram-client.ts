import { openSandbox, type TestSandbox } from '../support/sandbox.ts';

type Options = Parameters<typeof openSandbox>[0];

/** An answer of the Bot API or of the control API. Tests look into it as they need. */
interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it.
  body: any;
}

export interface TelegramClient extends TestSandbox {
  /** Calls a method of the Bot API, with JSON, a form, or parts. */
  call(method: string, parameters?: object | URLSearchParams | FormData): Promise<Reply>;
  /** What the method returns; fails when it refuses. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it.
  result(method: string, parameters?: object | FormData): Promise<any>;
  /** Somebody does something in the chat: `send`, `press`... */
  act(call: string, body: object): Promise<Reply>;
  /** The messages of user 7, as the control API shows them. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it.
  chat(): Promise<any[]>;
  /** How often the bot has exceeded which limit. */
  exceeded(): Promise<Record<string, number>>;
}

const UNLIMITED = { perSecond: Number.POSITIVE_INFINITY, perSecondToChat: Number.POSITIVE_INFINITY };

/** A sandbox with user 7, who has written `/start`; without limits of rates unless some are given. */
export async function openTelegram(options: Options = {}): Promise<TelegramClient> {
  const opened = await openSandbox({ messageRates: UNLIMITED, ...options });
  const { telegramUrl, telegramToken, url } = opened.sandbox;
  const call: TelegramClient['call'] = async (method, parameters) => {
    const body =
      parameters === undefined || parameters instanceof FormData || parameters instanceof URLSearchParams
        ? { body: parameters ?? null }
        : { body: JSON.stringify(parameters), headers: { 'content-type': 'application/json' } };
    return replyOf(await fetch(`${telegramUrl}/bot${telegramToken}/${method}`, { method: 'POST', ...body }));
  };
  const act: TelegramClient['act'] = async (path, body) =>
    replyOf(await fetch(`${url}/control/telegram/${path}`, { method: 'POST', body: JSON.stringify(body) }));
  const read = async (path: string) => (await fetch(`${url}/control/telegram/${path}`)).json();
  await act('send', { user: 7, text: '/start', firstName: 'Ann', language: 'en' });
  return {
    ...opened,
    call,
    act,
    async result(method, parameters) {
      const { body } = await call(method, parameters);
      if (!body.ok) throw new Error(body.description);
      return body.result;
    },
    chat: async () => (await read('chat?user=7')).messages,
    exceeded: async () => (await read('limits')).exceeded,
  };
}

async function replyOf(response: Response): Promise<Reply> {
  return { status: response.status, body: await response.json() };
}
