import { CONSOLE_PATH } from '../data/addresses.ts';
import { type Part, partOf } from '../kit/LoadedPart.tsx';

const ORDER = /^\/orders\/./;
export const ORDER_PAGE = partOf(async () => (await import('./order/OrderPage.tsx')).OrderPage);

/** Those with an address of their own, by it. */
export const PAGES: ReadonlyMap<string, Part<object>> = new Map([
  ['/buy', partOf(async () => (await import('./buy/BuyPage.tsx')).BuyPage)],
  ['/orders', partOf(async () => (await import('./orders/OrdersPage.tsx')).OrdersPage)],
  ['/statement', partOf(async () => (await import('./statement/StatementPage.tsx')).StatementPage)],
  ['/access', partOf(async () => (await import('./access/AccessPage.tsx')).AccessPage)],
  ['/developers', partOf(async () => (await import('./developers/DevelopersPage.tsx')).DevelopersPage)],
]);

/**
 * Loads the page of an address, if it is one that is loaded when opened. One that cannot be loaded fails when
 * it is rendered, where that is told.
 */
export async function loadPage(pathname: string): Promise<void> {
  if (!pathname.startsWith(CONSOLE_PATH)) return;
  const path = pathname.slice(CONSOLE_PATH.length);
  const page = ORDER.test(path) ? ORDER_PAGE : PAGES.get(path);
  await page?.load().catch(() => {});
}

/** Loads the pages that links lead to as soon as somebody points at one, so that they open at once. */
export function loadWhatIsPointedAt(): void {
  const load = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) void loadPage(link.pathname);
  };
  for (const event of ['pointerover', 'focusin']) addEventListener(event, load, { passive: true });
}
