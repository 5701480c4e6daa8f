/**
 * Thrown when the network refuses a call; nothing has been done. The message and the status are what it
 * answers.
 */
export class DataImpulseFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'DataImpulseFailure';
    this.status = status;
  }
}

export function notEnoughTraffic(): DataImpulseFailure {
  return new DataImpulseFailure(400, 'Not enough traffic');
}

export function tokenExpired(): DataImpulseFailure {
  return new DataImpulseFailure(401, 'Token has expired');
}
