import { BREAK, type DocumentNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { isOfCredential } from '../schema/of-credential.ts';
import { schema } from '../schema/schema.ts';

/** What was found for each document, so that one is walked once, however many events it is executed on. */
const known = new WeakMap<DocumentNode, boolean>();

/** Whether a valid document selects a field that may have another value for each credential of a reseller. */
export function dependsOnCredential(document: DocumentNode): boolean {
  const depends = known.get(document) ?? selectsSuch(document);
  known.set(document, depends);
  return depends;
}

function selectsSuch(document: DocumentNode): boolean {
  let found = false;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const field = types.getFieldDef();
        if (!field || !isOfCredential(field)) return undefined;
        found = true;
        return BREAK;
      },
    }),
  );
  return found;
}
