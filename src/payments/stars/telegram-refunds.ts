import { z } from 'zod';
import { UpstreamError } from '../../upstreams/failure.ts';
import { CALL_MILLIS, createHttpClient } from '../../upstreams/http.ts';
import { systemTimer, type Timer } from '../../upstreams/timer.ts';
import type { RefundProvider } from '../provider.ts';

const METHOD = 'refundStarPayment';
const ALREADY_DONE = 'CHARGE_ALREADY_REFUNDED';

const done = z.object({ ok: z.literal(true), result: z.literal(true) });
const refusal = z.object({ ok: z.literal(false), error_code: z.int(), description: z.string() });

interface TelegramRefundsOptions {
  /** Scheme, host and, if any, the folder of the Bot API. */
  url: string;
  token: string;
  timer?: Timer;
}

export interface TelegramRefunds extends RefundProvider {
  /** Refuses new calls. Resolves when those under way have ended. */
  close(): Promise<void>;
}

/**
 * Gives Stars back by the Bot API. Telegram gives one charge back once, and says so when it is asked again.
 * Its token is in the address of each call, which is in no message.
 */
export function createTelegramRefunds({
  url,
  token,
  timer = systemTimer,
}: TelegramRefundsOptions): TelegramRefunds {
  const http = createHttpClient({ upstream: 'telegram', url, timer });
  const base = `${new URL(url).pathname.replace(/\/+$/, '')}/bot${token}`;

  return {
    async refund({ chargeId, payerId }) {
      const request = {
        call: METHOD,
        method: 'POST' as const,
        path: `${base}/${METHOD}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: payerId, telegram_payment_charge_id: chargeId }),
      };
      const { status, body } = await http.send(request, timer.now() + CALL_MILLIS);
      const content = parseJson(body);
      if (done.safeParse(content).success) return 'done';
      const refused = refusal.safeParse(content);
      // Of the other errors, those about the token and the rate are not about the charge.
      if (!refused.success || refused.data.error_code !== 400)
        throw new UpstreamError('unknown', `telegram ${METHOD}: HTTP ${status} with an unusable answer`);
      return refused.data.description.includes(ALREADY_DONE) ? 'done' : 'refused';
    },
    close: () => http.close(),
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's error quotes the body, so it must not be passed on.
    return undefined;
  }
}
