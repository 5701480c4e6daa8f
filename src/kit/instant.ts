const INSTANT = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
/** Beyond these years an instant is a mistake, or one that PostgreSQL writes in another form. */
const FIRST = Date.UTC(1900, 0, 1);
const END = Date.UTC(9999, 0, 1);

/**
 * An instant in ISO 8601, with seconds and an offset, from the year 1900 on; undefined for any other text.
 * What is finer than a millisecond is cut off.
 */
export function parseInstant(text: string): Date | undefined {
  const [, day] = INSTANT.exec(text) ?? [];
  // JavaScript reads 30 February as a day in March.
  if (day === undefined || !isDay(day)) return undefined;
  const instant = Date.parse(text);
  return instant >= FIRST && instant < END ? new Date(instant) : undefined;
}

function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
