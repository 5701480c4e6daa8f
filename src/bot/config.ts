import type { VaultKeys } from '../kit/vault.ts';

/** The Telegram bot that this service is. */
export interface TelegramConfig {
  token: string;
  /** The Bot API's address, without `/bot` and the token. */
  url: string;
  /** Where people talk to the bot; undefined: at Telegram. */
  chatUrl: string | undefined;
  /** Where Telegram delivers updates; undefined when it is asked for them. */
  webhook: { url: string; credentialsKeys: VaultKeys } | undefined;
  /** The chat that is told what the operator has to know. */
  operatorChat: number | undefined;
}
