/** Each of so many seconds has one of these at least, where a run had more than that many seconds. */
const SECONDS_OF_ONE: Record<string, number> = {
  ...{ sold: 3, refunded: 20, renewed: 20, trafficAdded: 20, settingsChanged: 20 },
  ...{ priceChanges: 30, corrections: 30, faultsMet: 10 },
};
/** Of so many disturbances that the run was to have, one is of this kind at least. */
const DISTURBANCES_OF_ONE: Record<string, number> = { processKills: 3, databaseKills: 8, databaseCuts: 8 };
/** On top of the pause between two disturbances, in seconds: killed processes have to start again. */
const DISTURBED_SECONDS = 12;

/**
 * What a run had too few of to prove anything. `everySeconds` is the pause between two disturbances; 0:
 * none.
 */
export function tooFew(counts: Record<string, number>, seconds: number, everySeconds: number): string[] {
  const disturbances = everySeconds === 0 ? 0 : seconds / (everySeconds + DISTURBED_SECONDS);
  const least = [
    ...Object.entries(SECONDS_OF_ONE).map(([name, each]) => [name, Math.floor(seconds / each)] as const),
    ...Object.entries(DISTURBANCES_OF_ONE).map(
      ([name, each]) => [name, Math.floor(disturbances / each)] as const,
    ),
  ];
  return least
    .filter(([name, count]) => name in counts && (counts[name] ?? 0) < count)
    .map(
      ([name, count]) =>
        `too few: ${name} were ${counts[name]}, and ${seconds} seconds should have had ${count}`,
    );
}
