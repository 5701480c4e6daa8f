import { z } from 'zod';
import { InvalidRequestError } from '../kit/errors.ts';

/** Characters of a response. Those of browsers have about one thousand, with the largest keys two. */
export const MAX_RESPONSE_CHARACTERS = 8_192;

/** The ways to reach an authenticator that browsers know; a hint for the next time. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const base64url = z.string().regex(/^[\w-]+$/);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };

/** What a browser returns for a new passkey; what else it has is left out. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string())
      .default([])
      .transform((names) => TRANSPORTS.filter((known) => names.includes(known))),
  }),
});

/** What a browser returns for a passkey that it has. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url,
  }),
});

/** These and the next one throw InvalidRequestError for what no browser returns. */
export function readRegistration(text: string) {
  return { ...read(registration, text), clientExtensionResults: {} };
}

export function readAssertion(text: string) {
  return { ...read(assertion, text), clientExtensionResults: {} };
}

function read<Response>(schema: z.ZodType<Response>, text: string): Response {
  const result = schema.safeParse(text.length <= MAX_RESPONSE_CHARACTERS ? parse(text) : undefined);
  if (result.success) return result.data;
  throw new InvalidRequestError([
    { path: ['response'], message: 'must be what the browser returned for the options, as JSON' },
  ]);
}

/** The challenge that was signed; undefined when the text has none. */
export function challengeIn(clientDataJSON: string): string | undefined {
  const data = parse(Buffer.from(clientDataJSON, 'base64url').toString());
  const { challenge } = z.object({ challenge: z.string() }).safeParse(data).data ?? {};
  return challenge;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
