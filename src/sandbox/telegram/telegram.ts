import type { Clock } from '../../kit/clock.ts';
import type { Journal } from '../journal.ts';
import { BotMessages } from './bot-messages.ts';
import type { TelegramEvent } from './events.ts';
import { Limits, type MessageRates } from './limits.ts';
import { People } from './people.ts';
import { Polling } from './polling.ts';
import { Store } from './store.ts';
import { WebhookDelivery } from './webhook.ts';

interface TelegramOptions {
  journal: Journal<TelegramEvent>;
  clock: Clock;
  rates: MessageRates;
  closing: AbortSignal;
}

/** The sandbox's Telegram: people, one bot, and their chats. */
export class Telegram {
  readonly store: Store;
  readonly limits: Limits;
  readonly people: People;
  readonly messages: BotMessages;
  readonly polling: Polling;
  readonly webhooks: WebhookDelivery;

  constructor({ journal, clock, rates, closing }: TelegramOptions) {
    this.store = new Store(journal, clock);
    this.limits = new Limits(rates, clock);
    this.people = new People(this.store, this.limits, closing);
    this.messages = new BotMessages(this.store, this.limits);
    this.polling = new Polling(this.store, closing);
    this.webhooks = new WebhookDelivery(this.store, closing);
  }

  close(): void {
    this.store.close();
  }
}
