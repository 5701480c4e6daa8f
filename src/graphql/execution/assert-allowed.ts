import { type DocumentNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { NotAllowedByTokenError } from '../../frontend-tokens/admission.ts';
import type { Caller, FrontendRight } from '../../resellers/admission.ts';
import { toEnumValue } from '../schema/enum-values.ts';
import { rightsThatRead } from '../schema/frontend-rights.ts';
import { schema } from '../schema/schema.ts';

/** A field that a document selects, and the rights of which a token needs one for it. */
interface Need {
  /** With its type, such as `LuxuryOrder.proxies`. */
  field: string;
  /** Empty when no token may read it. */
  rights: readonly FrontendRight[];
}

/** What each document needs, so that a page's document is walked once, however often it is sent. */
const known = new WeakMap<DocumentNode, readonly Need[]>();

/**
 * Checks a valid document against the rights of the caller's frontend token, before any of it is executed. A
 * document that asks for more is refused as a whole, whichever of its operations is meant. Introspection is
 * left alone, since everybody may look at the schema, and so are callers with any other credential. Throws
 * NotAllowedByTokenError.
 */
export function assertAllowed(document: DocumentNode, caller: Caller | undefined): void {
  if (caller?.credential.kind !== 'frontend_token') return;
  const granted: readonly FrontendRight[] = caller.credential.rights;
  const needs = known.get(document) ?? needsOf(document);
  known.set(document, needs);
  const refused = needs.find(({ rights }) => !rights.some((right) => granted.includes(right)));
  if (!refused) return;
  const { field, rights } = refused;
  throw new NotAllowedByTokenError(
    rights.length > 0
      ? `This frontend token does not allow "${field}": that takes ${rights.map(toEnumValue).join(' or ')}.`
      : `No frontend token allows "${field}": ask for it with an API key, on a server.`,
  );
}

function needsOf(document: DocumentNode): Need[] {
  const needs = new Map<string, Need>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name: { value: name } }) {
        if (name === '__schema' || name === '__type') return false;
        const type = types.getParentType()?.name ?? '';
        const rights = name === '__typename' ? ['any' as const] : rightsThatRead(type, name);
        const field = `${type}.${name}`;
        if (!rights.includes('any'))
          needs.set(field, { field, rights: rights.filter((right) => right !== 'any') });
        return undefined;
      },
    }),
  );
  return [...needs.values()];
}
