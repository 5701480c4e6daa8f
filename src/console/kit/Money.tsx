/**
 * US dollars: a decimal of the schema's USD, with two to six digits after the point; a minus sign for what
 * was taken.
 */
export function Money({ usd }: { usd: string }) {
  return <data value={usd}>{formatUsd(usd)}</data>;
}

/** The same as text, such as "$1,250.00". */
export function formatUsd(usd: string): string {
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const digits = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${usd.startsWith('-') ? '−' : ''}$${BigInt(whole).toLocaleString('en-US')}.${digits}`;
}
