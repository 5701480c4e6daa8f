/**
 * The smallest UUID of version 7 of that instant; those of version 8 that begin with their time are higher,
 * too. An index on such ids finds recent rows. No id is of an instant before 1970.
 */
export function firstIdAt(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** When an id that begins with its time was made. */
export function instantOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
