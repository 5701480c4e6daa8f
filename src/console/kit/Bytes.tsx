const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Decimal units, as traffic is sold: 1 GB is a thousand million bytes. The title has all digits. */
export function Bytes({ bytes }: { bytes: number }) {
  return (
    <data value={bytes} title={`${bytes.toLocaleString('en-US')} bytes`}>
      {formatBytes(bytes)}
    </data>
  );
}

/** Such as "1.25 GB": three digits, the unit after a space that does not break. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.max(0, Math.floor(Math.log10(Math.abs(bytes) || 1) / 3)), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  const digits = power === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return `${value.toFixed(digits)}\u00a0${UNITS[power]}`;
}
