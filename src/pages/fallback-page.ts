import type { Page } from './page.ts';
import { PLACES, placesPage } from './places-page.ts';

/** Why there is nothing else to show. */
const REASONS = {
  missing: {
    status: 404,
    heading: 'There is no such page',
    text: 'The address may be mistyped, or the page is gone. This is what there is:',
  },
  unbuilt: {
    status: 503,
    heading: 'The console is not built',
    text: 'Run npm run build where the service is installed, then load this page again. Everything else works:',
  },
};

/** The page for an address without a page of its own, and for the console while there is none. */
export function fallbackPage(
  path: string,
  reason: keyof typeof REASONS = 'missing',
): Page & { status: number } {
  const { status, heading, text } = REASONS[reason];
  return { ...placesPage(path, { heading, text, places: PLACES }), status };
}
