/** The most characters of a summary, by the semantic conventions. */
const MAX_CHARACTERS = 255;

/**
 * What touches a table, and the table. The statement builder quotes tables, and no value: values are
 * parameters.
 */
const TARGET = /\b(insert into|update|delete from|from|join|using)\s+(?:"\w+"\.)?"(\w+)"/gi;

/**
 * What a statement does to which tables, such as `UPDATE operations INSERT ledger`, in the order in which its
 * text names them.
 */
export function summaryOf(text: string): string {
  const verbs = new Set<string>();
  for (const [, word = '', table = ''] of text.matchAll(TARGET)) {
    const verb = VERBS[word.toLowerCase()];
    if (verb) verbs.add(`${verb} ${table}`);
  }
  const summary = [...verbs].join(' ') || (/^\s*(\w+)/.exec(text)?.[1] ?? 'statement').toUpperCase();
  return summary.slice(0, MAX_CHARACTERS);
}

const VERBS: Readonly<Record<string, string>> = {
  'insert into': 'INSERT',
  update: 'UPDATE',
  'delete from': 'DELETE',
  from: 'SELECT',
  join: 'SELECT',
  using: 'SELECT',
};
