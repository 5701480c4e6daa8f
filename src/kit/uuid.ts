/**
 * The smallest UUID of version 7 of that instant. Such ids begin with their time, so an index on them finds
 * recent rows.
 */
export function firstIdAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
