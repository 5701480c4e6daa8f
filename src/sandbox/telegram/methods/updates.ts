import { isThisMachine } from '../../../kit/address.ts';
import { badRequest } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import { MAX_TIMEOUT_SECONDS } from '../polling.ts';
import type { Telegram } from '../telegram.ts';
import { type Method, type MethodCall, TRUE } from './method.ts';

const MAX_UPDATES = 100;
const MAX_SECRET_CHARACTERS = 256;
/** What `getWebhookInfo` names when nothing else was asked for. */
const MAX_CONNECTIONS = 40;

export const UPDATE_METHODS = {
  async getUpdates({ telegram, parameters, gone }) {
    telegram.polling.refuseBesideWebhook();
    const offset = parameters.integer('offset');
    const limit = parameters.integer('limit', { otherwise: MAX_UPDATES, min: 1, max: MAX_UPDATES });
    const seconds = parameters.integer('timeout', { min: 0, max: MAX_TIMEOUT_SECONDS });
    allowUpdates(telegram, parameters);
    return { result: await telegram.polling.get(offset, limit, seconds, gone) };
  },

  setWebhook(call) {
    const { telegram, parameters } = call;
    const url = parameters.text('url');
    if (url === '') return deleteWebhook(call);
    requireOnThisMachine(url);
    const secret = parameters.text('secret_token');
    if (secret.length > MAX_SECRET_CHARACTERS) throw badRequest('secret token is too long');
    if (!/^[\w-]*$/.test(secret)) throw badRequest('secret token contains unallowed characters');
    const { webhook } = telegram.store.updates;
    const drop = parameters.boolean('drop_pending_updates');
    allowUpdates(telegram, parameters);
    if (webhook?.url === url && webhook.secret === secret && !drop)
      return { ...TRUE, description: 'Webhook is already set' };
    telegram.store.record({ kind: 'webhook', at: telegram.store.now(), url, secret, drop });
    telegram.polling.terminate('Conflict: terminated by setWebhook request');
    return { ...TRUE, description: 'Webhook was set' };
  },

  deleteWebhook,

  getWebhookInfo({ telegram }) {
    const { updates } = telegram.store;
    const { lastError } = telegram.webhooks;
    const result = {
      url: updates.webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: updates.count,
      ...(lastError && {
        last_error_date: Math.floor(lastError.at / 1_000),
        last_error_message: lastError.message,
      }),
      ...(updates.webhook && { max_connections: MAX_CONNECTIONS }),
      ...(updates.allowed.length > 0 && { allowed_updates: updates.allowed }),
    };
    return { result };
  },
} satisfies Record<string, Method>;

function deleteWebhook({ telegram, parameters }: MethodCall) {
  const { updates } = telegram.store;
  const [was, drop] = [updates.webhook !== undefined, parameters.boolean('drop_pending_updates')];
  if (was || drop)
    telegram.store.record({ kind: 'webhook', at: telegram.store.now(), url: '', secret: '', drop });
  return { ...TRUE, description: was ? 'Webhook was deleted' : 'Webhook is already deleted' };
}

/** What it said last holds until it says something else. */
function allowUpdates({ store }: Telegram, parameters: Parameters): void {
  const kinds = parameters.json('allowed_updates', 'allowed_updates');
  if (!Array.isArray(kinds)) return;
  const names = kinds.map((kind) => String(kind).toLowerCase());
  if (names.join() !== store.updates.allowed.join())
    store.record({ kind: 'allow', at: store.now(), kinds: names });
}

/** Telegram itself takes HTTPS only. The sandbox sends nothing to other machines. */
function requireOnThisMachine(text: string): void {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw badRequest('invalid webhook URL specified');
  if (!isThisMachine(url.hostname))
    throw badRequest('bad webhook: the sandbox sends updates to addresses of this machine only');
}
