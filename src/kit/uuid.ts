/** The first id of version 7 that can have been made at that time: such ids begin with their time, so an index on them finds the recent. */
export function firstIdAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
