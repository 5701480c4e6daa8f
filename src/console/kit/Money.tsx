/**
 * US dollars: a decimal of the schema's USD, with two to six digits after the point; a minus sign for what
 * was taken.
 */
export function Money({ usd }: { usd: string }) {
  const negative = usd.startsWith('-');
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const digits = fraction.replace(/0+$/, '').padEnd(2, '0');
  return (
    <data value={usd}>
      {negative && '−'}${BigInt(whole).toLocaleString('en-US')}.{digits}
    </data>
  );
}
