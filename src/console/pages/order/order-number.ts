const NUMBER = /^[1-9]\d{0,14}$/;

/** Whether the service takes a text for an order's number. */
export function isOrderNumber(text: string): boolean {
  return NUMBER.test(text);
}
