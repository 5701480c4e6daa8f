import type { FastifyReply } from 'fastify';

/** A page for browsers. */
export interface Page {
  html: string;
  /** Its content security policy. */
  policy: string;
}

/** A page that is rendered once and sent often. */
export function definePage(html: string, directives: readonly string[]): Page {
  return { html, policy: [...COMMON_DIRECTIVES, ...directives].join('; ') };
}

/**
 * What no page does: load what its own policy does not name, send forms, stand in a frame, have its links
 * turned elsewhere.
 */
const COMMON_DIRECTIVES = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The icon of every page: lines that pass a gate. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5fd1"/>' +
    '<path d="M6 11h20M6 21h20M16 5v22" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
)}`;

/**
 * A page is not kept: it names the versions of its assets, and at the same address programs may get something
 * else.
 */
export function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      vary: 'accept',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
