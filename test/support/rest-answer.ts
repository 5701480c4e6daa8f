import type { IncomingHttpHeaders } from 'node:http';

export interface RestAnswer<Body = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body's exact text. */
  text: string;
  /** The parsed body; undefined when it is not JSON. */
  body: Body;
}
