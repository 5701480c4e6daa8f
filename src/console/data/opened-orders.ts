/** In the browser's storage: the numbers of the orders that were opened last, the last one first. */
const PLACE = 'console:opened-orders';
const MOST_KEPT = 8;

export function openedOrders(): string[] {
  return (localStorage.getItem(PLACE) ?? '').split(' ').filter(isOrderNumber);
}

export function noteOpened(id: string): void {
  const ids = [id, ...openedOrders().filter((other) => other !== id)];
  localStorage.setItem(PLACE, ids.slice(0, MOST_KEPT).join(' '));
}

/** Whether the service takes a text for an order's number. */
export function isOrderNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
