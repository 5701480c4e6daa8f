import type { OutgoingHttpHeaders } from 'node:http';
import type { RestAnswer } from '../support/rest-answer.ts';

export interface Shot {
  method: string;
  /** The target as it is put on the wire. */
  path: string;
  /** Values are bytes, one to a character. */
  headers?: OutgoingHttpHeaders;
  /** Sent as it is when text or bytes, else as JSON. */
  body?: unknown;
  /** How many requests it counts as: a GraphQL operation counts by its root fields. */
  counts?: number;
}

export interface Hit extends RestAnswer {
  shot: Shot;
  milliseconds: number;
}
