import { type GeoQuestion, useGeoList } from './geo-list.ts';

interface PlaceNameProps extends GeoQuestion {
  code: string;
}

/** A place or provider by its name; by its code until the name is known. */
export function PlaceName({ code, ...question }: PlaceNameProps) {
  const name = useGeoList(question).items.find((item) => item.code === code)?.name;
  if (question.kind !== 'ASNS') return name ?? code;
  return name === undefined ? `AS${code}` : `${name} (AS${code})`;
}
