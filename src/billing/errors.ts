import { DomainError, InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';

/** Thrown when the balance does not cover a charge. Nothing was charged. */
export class InsufficientBalanceError extends DomainError {
  readonly code = 'insufficient_balance';
  readonly required: Micros;
  readonly balance: Micros;

  constructor(required: Micros, balance: Micros) {
    super(
      `This costs ${formatUsd(required)} USD and the balance is ${formatUsd(balance)} USD; top it up in the chat bot.`,
    );
    this.required = required;
    this.balance = balance;
  }
}

/** Thrown when more coins are to be spent than the price takes or the balance has. Nothing was charged. */
export class CoinsNotPayableError extends InvalidRequestError {
  /** How many coins can be spent. */
  readonly payable: number;

  constructor(payable: number) {
    super([{ path: ['coins'], message: `at most ${payable} can be spent here` }]);
    this.payable = payable;
  }
}
