import type { IncomingHttpHeaders } from 'node:http';

export interface RestAnswer<Body = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as it came, to the byte. */
  text: string;
  /** Undefined when it is no JSON. */
  body: Body;
}
