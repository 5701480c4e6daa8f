/** In the browser's storage: the numbers of the orders that were opened last, the last one first. */
const PLACE = 'console:opened-orders';
const MOST_KEPT = 8;

export function openedOrders(): string[] {
  return (localStorage.getItem(PLACE) ?? '').split(' ').filter((id) => /^\d{1,15}$/.test(id));
}

export function noteOpened(id: string): void {
  const ids = [id, ...openedOrders().filter((other) => other !== id)];
  localStorage.setItem(PLACE, ids.slice(0, MOST_KEPT).join(' '));
}
