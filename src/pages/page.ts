import type { FastifyReply } from 'fastify';

export interface Page {
  html: string;
  policy: string;
}

export function definePage(html: string, directives: readonly string[]): Page {
  return { html, policy: [...COMMON_DIRECTIVES, ...directives].join('; ') };
}

/** No page loads what its own policy does not name, sends forms or is shown in a frame. */
const COMMON_DIRECTIVES = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The icon of every page: lines that pass through a gate. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d5fd1"/>' +
    '<path d="M6 11h20M6 21h20M16 5v22" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
)}`;

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Browsers must not keep a page: it names versions, and its address answers programs otherwise. */
export function sendPage(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      vary: 'accept',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The names in a header such as `Accept`, in lower case, the most preferred first. */
export function preferences(header: string | undefined): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { name, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
}

/** Whether a page suits the client better than JSON: browsers name HTML in `Accept`, programs do not. */
export function prefersPage(accept: string | undefined): boolean {
  const first = preferences(accept).find((name) => name === 'text/html' || /[/+]json$/.test(name));
  return first === 'text/html';
}
