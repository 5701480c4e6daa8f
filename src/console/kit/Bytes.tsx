const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
/** Of each unit in the next one: traffic is sold in GB of 2^30 bytes. */
const STEP = 1_024;

/** An amount of traffic. The title has all digits. */
export function Bytes({ bytes }: { bytes: number }) {
  return (
    <data value={bytes} title={`${bytes.toLocaleString('en-US')} bytes`}>
      {formatBytes(bytes)}
    </data>
  );
}

/** Such as "1.25 GB": three digits or more, the unit after a space that does not break. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}\u00a0${UNITS[unit]}`;
}
