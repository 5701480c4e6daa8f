import type { DataImpulseIssuedEntry } from '../dataimpulse/issued.ts';
import type { IssuedEntry as Px6IssuedEntry } from '../px6/issued.ts';

/** One line of the issued log; `upstream` names the upstream that it is about. */
export type IssuedEntry = Px6IssuedEntry | DataImpulseIssuedEntry;

interface IssuedLog<Entry> {
  issued: readonly Entry[];
}

/** What both upstreams did, in the order of time. PX6 has several accounts. */
export function issuedBy(
  px6: readonly IssuedLog<Px6IssuedEntry>[],
  dataImpulse: IssuedLog<DataImpulseIssuedEntry>,
): readonly IssuedEntry[] {
  const all: IssuedEntry[] = [...px6.flatMap(({ issued }) => issued), ...dataImpulse.issued];
  return all.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}
