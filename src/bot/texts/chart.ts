/** Blocks of one to eight eighths of a character. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;
/** The longest bar: with what stands around it, a line fits a narrow phone. */
const WIDTH = 12;

interface ChartLine {
  label: string;
  amount: bigint;
  /** The amount in words. */
  value: string;
}

/** A bar chart as lines of one width each part, for a font of one width. Every amount above 0 has a bar. */
export function chart(lines: readonly ChartLine[]): string {
  let most = 0n;
  for (const { amount } of lines) if (amount > most) most = amount;
  const longest = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const labels = longest(lines.map(({ label }) => label));
  const values = longest(lines.map(({ value }) => value));
  return lines
    .map(
      ({ label, amount, value }) =>
        `${label.padEnd(labels)} ${bar(amount, most).padEnd(WIDTH)} ${value.padStart(values)}`,
    )
    .join('\n');
}

function bar(amount: bigint, most: bigint): string {
  if (amount <= 0n) return '';
  const eighths = Math.max(1, Math.round((Number(amount) / Number(most)) * WIDTH * EIGHTHS.length));
  const rest = eighths % EIGHTHS.length;
  return `${'█'.repeat(Math.floor(eighths / EIGHTHS.length))}${rest === 0 ? '' : EIGHTHS[rest - 1]}`;
}
