/**
 * US dollars: a decimal of the schema's USD, with two to six digits after the point; a minus sign for what
 * was taken.
 */
export function Money({ usd }: { usd: string }) {
  return <data value={usd}>{moneyText(usd)}</data>;
}

/** Such as "$1,234.50". */
export function moneyText(usd: string): string {
  const sign = usd.startsWith('-') ? '−' : '';
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  return `${sign}$${BigInt(whole).toLocaleString('en-US')}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}
