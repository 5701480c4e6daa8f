import type { OutgoingHttpHeaders } from 'node:http';
import type { RestAnswer } from '../support/rest-answer.ts';

export interface Probe {
  method: string;
  /** The exact request target. */
  path: string;
  /** Each character of a value is one byte. */
  headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent unchanged, everything else as JSON. */
  body?: unknown;
  /** How many requests it counts as: a GraphQL document counts by its root fields. */
  counts?: number;
}

export interface ProbeResult extends RestAnswer {
  probe: Probe;
  milliseconds: number;
}
