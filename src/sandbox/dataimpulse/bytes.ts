export const BYTES_PER_GB = 2 ** 30;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A volume as people read it: 12900079458 is `12.01 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${(bytes / 1024 ** power).toFixed(2)} ${UNITS[power]}`;
}

/** GB with two digits after the point at most. */
export function gbOf(bytes: number): number {
  return Math.round((bytes / BYTES_PER_GB) * 100) / 100;
}
