import { listWebhooks, updateWebhook } from '../webhooks/webhooks.ts';
import { id, required, WHOM } from './arguments.ts';
import type { OperatorCommand, Work } from './command.ts';

const WHICH = required('--webhook <id>', 'the webhook', id);

interface Which {
  reseller: number;
  webhook: number;
}

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'webhook list',
    does: 'reads',
    about: 'list the webhooks of a reseller, and why those are off that are',
    examples: ['webhook list --reseller 2'],
    options: [WHOM],
    async run({ database: { sql } }, { reseller }: Pick<Which, 'reseller'>) {
      const own = (await listWebhooks(sql, [reseller])).get(reseller) ?? [];
      return { webhooks: own.map(({ id: webhookId, ...webhook }) => ({ webhookId, ...webhook })) };
    },
  },
  {
    name: 'webhook disable',
    about: 'send nothing more to a webhook, and drop what waits for it; its reseller cannot switch it on',
    examples: ['webhook disable --reseller 2 --webhook 7'],
    options: [WHOM, WHICH],
    run: (work, which: Which) => setEnabled(work, which, false),
  },
  {
    name: 'webhook enable',
    about: 'send to a webhook what happens from now on',
    examples: ['webhook enable --reseller 2 --webhook 7'],
    options: [WHOM, WHICH],
    run: (work, which: Which) => setEnabled(work, which, true),
  },
];

async function setEnabled(work: Work, { reseller: resellerId, webhook: webhookId }: Which, enabled: boolean) {
  await updateWebhook(work, { resellerId, webhookId, enabled, by: 'operator', at: work.clock.now() });
  return { resellerId, webhookId, enabled };
}
