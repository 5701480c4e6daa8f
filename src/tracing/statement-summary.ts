/** The most characters of a summary, by the semantic conventions. */
const MAX_CHARACTERS = 255;

/**
 * What touches a table, and the table, with quotes by the statement builder, without them in a text. What is
 * no table has a parenthesis behind it, as in `from unnest(...)`. Values are parameters.
 */
const NAME = String.raw`\s+(?:"?\w+"?\.)?"?(\w+)\b`;
const TARGET = new RegExp(
  String.raw`\b(insert into)${NAME}|(?<!\b(?:for|do|key) )\b(update|delete from|from|join|using)${NAME}(?!"?\s*\()`,
  'gi',
);

/**
 * What a statement does to which tables, such as `UPDATE operations INSERT ledger`, in the order in which its
 * text names them.
 */
export function summaryOf(text: string): string {
  const verbs = new Set<string>();
  for (const [, insert, inserted, word = '', table] of text.matchAll(TARGET)) {
    const verb = VERBS[(insert ?? word).toLowerCase()];
    if (verb) verbs.add(`${verb} ${inserted ?? table}`);
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
