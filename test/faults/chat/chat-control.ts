import { setTimeout } from 'node:timers/promises';

/** A message of a chat, as the person sees it now. */
export interface SeenMessage {
  messageId: number;
  from: 'bot' | 'user';
  text: string;
  buttons: string[][];
  invoice: { amount: number } | null;
  document: object | null;
  deleted: boolean;
}

const POLL_MS = 50;

/** What people do in the sandbox's Telegram and Crypto Pay, by its control calls. */
export class ChatControl {
  /** Who has paid which invoice of Crypto Pay. */
  readonly payers = new Map<string, number>();
  /** Invoices of Crypto Pay that nobody pays any more: another amount was reported of them. */
  readonly takenInvoices = new Set<string>();
  readonly #control: string;

  constructor(control: string) {
    this.#control = control;
  }

  say(
    user: number,
    text: string,
    as: { firstName?: string; language?: string; group?: number } = {},
  ): Promise<boolean> {
    return this.#call('telegram/send', { user, text, ...as });
  }

  press(user: number, messageId: number, button: string): Promise<boolean> {
    return this.#call('telegram/press', { user, messageId, button });
  }

  /** Pays the invoice in a message. */
  pay(user: number, messageId: number): Promise<boolean> {
    return this.#call('telegram/pay', { user, messageId });
  }

  repeat(user: number): Promise<boolean> {
    return this.#call('telegram/repeat', { user });
  }

  block(user: number, blocked: boolean): Promise<boolean> {
    return this.#call('telegram/block', { user, blocked });
  }

  addToGroup(group: number): Promise<boolean> {
    return this.#call('telegram/group', { group, title: 'People' });
  }

  async payCrypto(user: number, invoiceId: string): Promise<boolean> {
    if (this.takenInvoices.has(invoiceId)) return false;
    this.takenInvoices.add(invoiceId);
    this.payers.set(invoiceId, user);
    return this.#call('cryptopay/pay', { invoiceId: Number(invoiceId) });
  }

  /** As if that traffic had gone through accounts at the upstream. */
  async use(accounts: readonly { subUserId: number; bytes: number }[]): Promise<void> {
    await fetch(`${this.#control}/control/usage`, { method: 'PUT', body: JSON.stringify(accounts) });
  }

  /** Where Crypto Pay reports payments from now on. */
  async reportTo(serviceUrl: string): Promise<void> {
    const body = JSON.stringify({ url: `${serviceUrl}/payments/crypto-pay` });
    await fetch(`${this.#control}/control/cryptopay/webhook`, { method: 'PUT', body });
  }

  /** The chat, oldest first; empty for somebody who has not written yet. */
  async read(user: number): Promise<SeenMessage[]> {
    const answer = await fetch(`${this.#control}/control/telegram/chat?user=${user}`);
    if (!answer.ok) return [];
    return ((await answer.json()) as { messages: SeenMessage[] }).messages;
  }

  /** Waits for a message of the bot; undefined when none comes in time. */
  async awaited(
    user: number,
    is: (message: SeenMessage) => boolean,
    withinMs: number,
  ): Promise<SeenMessage | undefined> {
    const find = (messages: readonly SeenMessage[]) =>
      messages.findLast((one) => one.from === 'bot' && !one.deleted && is(one));
    await this.awaitedChat(user, (messages) => find(messages) !== undefined, withinMs);
    return find(await this.read(user));
  }

  /** Waits until a chat is as it is to be; false when it is not in time. */
  async awaitedChat(
    user: number,
    is: (messages: readonly SeenMessage[]) => boolean,
    withinMs: number,
  ): Promise<boolean> {
    for (const until = performance.now() + withinMs; ; ) {
      const isIt = is(await this.read(user));
      if (isIt || performance.now() > until) return isIt;
      await setTimeout(POLL_MS);
    }
  }

  async exceededLimits(): Promise<Record<string, number>> {
    const answer = await fetch(`${this.#control}/control/telegram/limits`);
    return ((await answer.json()) as { exceeded: Record<string, number> }).exceeded;
  }

  /**
   * Whether the sandbox has let the person do it: a button may be gone meanwhile, an invoice paid or too
   * old.
   */
  async #call(path: string, body: object): Promise<boolean> {
    const answer = await fetch(`${this.#control}/control/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok && answer.status !== 409) throw new Error(`control ${path}: ${answer.status} ${text}`);
    return answer.ok;
  }
}
