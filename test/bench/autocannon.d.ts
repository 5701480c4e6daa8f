/** The part of the load generator that the benchmark uses; the package has no types. */
declare module 'autocannon' {
  interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers: Record<string, string>;
    body?: string;
  }

  interface Client {
    setRequests(requests: Request[]): void;
  }

  interface Result {
    duration: number;
    errors: number;
    non2xx: number;
  }

  interface Run extends Promise<Result> {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }

  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    setupClient(client: Client): void;
  }): Run;
}
