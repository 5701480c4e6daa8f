const MESSAGES = {
  30: 'Error unknown',
  100: 'Error key',
  105: 'Error ip',
  110: 'Error method',
  200: 'Error count',
  210: 'Error period',
  220: 'Error country',
  230: 'Error ids',
  240: 'Error version',
  250: 'Error descr',
  260: 'Error type',
  300: 'Error active proxy allow',
  400: 'Error no money',
  404: 'Error not found',
} as const;

/**
 * PX6's numbers: 300 is not enough in stock, 400 not enough money on the account, the rest name what was
 * wrong.
 */
type ErrorId = keyof typeof MESSAGES;

/** Thrown when the network refuses a call; nothing has been done. */
export class Px6Failure extends Error {
  readonly errorId: ErrorId;

  constructor(errorId: ErrorId) {
    super(MESSAGES[errorId]);
    this.name = 'Px6Failure';
    this.errorId = errorId;
  }
}
