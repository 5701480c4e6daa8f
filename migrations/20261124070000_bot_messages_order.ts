import { Migration } from '@mikro-orm/migrations';

/**
 * The next messages of the bot are found without reading the others, however many wait: in the order in which
 * they are sent, each with a look at what is first in its lane.
 */
export class BotMessagesOrder extends Migration {
  override up(): void {
    this.addSql('create index bot_messages_order on bot_messages (lane, created_at)');
    this.addSql('create index bot_messages_lane on bot_messages (user_id, lane, number)');
  }
}
