const NUL = '\u0000';
/** Marks that reorder what a person sees: who reads a log must see what the machine saw. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * What is wrong with a text that came from outside, or `undefined` when it may be stored, logged and shown: PostgreSQL
 * refuses NUL in text and lone surrogates in JSON, and bidi controls disguise what a reader sees.
 */
export function textFlaw(text: string): string | undefined {
  if (text.includes(NUL)) return 'a NUL character';
  if (!text.isWellFormed()) return 'a lone surrogate';
  if (BIDI_CONTROLS.test(text)) return 'a bidirectional control character';
  return undefined;
}
