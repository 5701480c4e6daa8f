import { BREAK, type DocumentNode, type GraphQLField, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { upstreamCall } from '../schema/limits.ts';
import { isOfCredential } from '../schema/of-credential.ts';
import { schema } from '../schema/schema.ts';

/** Whether a valid document selects a field that may have another value for each credential of a reseller. */
export const dependsOnCredential = selecting(isOfCredential);

/** Whether it selects a field that asks an upstream. */
export const asksUpstream = selecting(({ extensions }) => extensions['complexity'] === upstreamCall);

/** A document is walked once, however often it is executed. */
function selecting(isSuch: (field: GraphQLField<unknown, unknown>) => boolean) {
  const known = new WeakMap<DocumentNode, boolean>();
  return (document: DocumentNode): boolean => {
    const selects = known.get(document) ?? isSelected(document, isSuch);
    known.set(document, selects);
    return selects;
  };
}

function isSelected(document: DocumentNode, isSuch: (field: GraphQLField<unknown, unknown>) => boolean) {
  let found = false;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const field = types.getFieldDef();
        if (!field || !isSuch(field)) return undefined;
        found = true;
        return BREAK;
      },
    }),
  );
  return found;
}
