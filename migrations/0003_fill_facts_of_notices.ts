import { Migration } from '@mikro-orm/migrations';

/** Rows that one statement changes, and locks until it ends. */
const BATCH_SIZE = 10_000;

/** Fills what the migration before has added, from what was there. Each statement can be repeated. */
export class FillFactsOfNotices extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute(
      `update resellers set notice_opt_outs = other_notices(notices) where notice_opt_outs && notices`,
    );
    const [ids] = (await this.execute(
      'select min(id)::int8 as first, max(id)::int8 as last from notices',
    )) as Ids[];
    if (!ids?.first) return;
    for (let from = Number(ids.first); from <= Number(ids.last); from += BATCH_SIZE) {
      await this.execute(`update notices set facts = facts_of_notice(notices)
        where id >= ${from} and id < ${from + BATCH_SIZE} and facts = '{}'`);
    }
  }
}

/** Null without any notice. */
interface Ids {
  first: string | null;
  last: string | null;
}
