import { createServer, type Server, type Socket } from 'node:net';
import { GatewayRefusal, type PresentedCredentials, type Target } from './authorization.ts';
import { connectTarget, joinSockets } from './relay.ts';
import { authorizeClient, type GatewayContext } from './sockets.ts';

/** SOCKS5 (RFC 1928) with login and password (RFC 1929) or without, CONNECT only. It does not listen yet. */
export function createSocksGateway(context: GatewayContext): Server {
  return createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (context.sockets.accept(client)) serveSocks(client, context);
  });
}

export function serveSocks(client: Socket, context: GatewayContext): void {
  serve(client, context).catch(() => client.destroySoon());
}

/** Rejects when the client is to be disconnected: its last reply, if any, has been written. */
async function serve(client: Socket, context: GatewayContext): Promise<void> {
  const tooSlow = setTimeout(() => client.destroy(), context.limits.handshakeMillis);
  client.once('close', () => clearTimeout(tooSlow));
  const handshake = new SocksHandshake(client);
  const credentials = await handshake.credentials();
  const authorized = authorizeClient(context, client, 'socks5', credentials);
  const refused = typeof authorized === 'string';
  handshake.authenticated(!refused);
  if (refused) throw new Error(authorized);
  try {
    const target = await handshake.target();
    clearTimeout(tooSlow);
    const { socket, relay } = await connectTarget(authorized, target, client, client, context);
    handshake.connected(socket);
    joinSockets(client, socket, relay, context.limits.idleMillis);
  } catch (error) {
    handshake.failed(replyOf(error));
    throw error;
  }
}

/** Reply codes of RFC 1928 by the code of a failure; every other refusal of a target is "not allowed". */
const REPLIES: Readonly<Record<string, number>> = {
  NO_RAY: 0x03,
  ENETUNREACH: 0x03,
  NO_HOST_CONNECTION: 0x04,
  EHOSTUNREACH: 0x04,
  ENOTFOUND: 0x04,
  ETIMEDOUT: 0x04,
  ECONNREFUSED: 0x05,
};
const NOT_ALLOWED = 0x02;
const FAILED = 0x01;

function replyOf(error: unknown): number {
  if (error instanceof SocksFailure) return error.reply;
  if (error instanceof GatewayRefusal) return REPLIES[error.answer] ?? NOT_ALLOWED;
  return REPLIES[error instanceof Error && 'code' in error ? String(error.code) : ''] ?? FAILED;
}

const SOCKS_VERSION = 0x05;
const PASSWORD_VERSION = 0x01;
const OPEN_METHOD = 0x00;
const PASSWORD_METHOD = 0x02;
const NO_METHOD = 0xff;
const CONNECT_COMMAND = 0x01;
const ADDRESS_LENGTHS: ReadonlyMap<number, number> = new Map([
  [0x01, 4],
  [0x04, 16],
]);
const DOMAIN_ADDRESS = 0x03;

const SUCCEEDED = 0x00;
const COMMAND_NOT_SUPPORTED = 0x07;
const ADDRESS_NOT_SUPPORTED = 0x08;
const WAKING_EVENTS = ['readable', 'end', 'close'] as const;

/** The protocol requires an address in every reply; this one means "none". */
const NO_ADDRESS = [0x01, 0, 0, 0, 0, 0, 0];

/** Thrown when a client asks for what this proxy does not do; `reply` is the code of the answer. */
class SocksFailure extends Error {
  readonly reply: number;

  constructor(reply: number) {
    super(`SOCKS reply ${reply}`);
    this.reply = reply;
  }
}

/** The steps before a tunnel. Each throws when the client goes or breaks the protocol. */
class SocksHandshake {
  readonly #client: Socket;
  /** Without a password, the reply that chooses the method is also the answer to the authentication. */
  #verdict = { yes: [SOCKS_VERSION, OPEN_METHOD], no: [SOCKS_VERSION, NO_METHOD] };
  #news = Promise.withResolvers<void>();
  readonly #wake = () => this.#news.resolve();

  constructor(client: Socket) {
    this.#client = client;
    for (const event of WAKING_EVENTS) client.on(event, this.#wake);
  }

  /** Undefined when the client offers none but "no authentication". */
  async credentials(): Promise<PresentedCredentials | undefined> {
    await this.#expect(SOCKS_VERSION);
    const methods = await this.#block();
    if (methods.includes(PASSWORD_METHOD)) {
      this.#client.write(Buffer.of(SOCKS_VERSION, PASSWORD_METHOD));
      await this.#expect(PASSWORD_VERSION);
      const login = await this.#block();
      const password = await this.#block();
      this.#verdict = { yes: [PASSWORD_VERSION, 0x00], no: [PASSWORD_VERSION, 0x01] };
      return { login: login.toString(), password: password.toString() };
    }
    if (methods.includes(OPEN_METHOD)) return undefined;
    this.authenticated(false);
    throw new Error('The client offers neither login and password nor "no authentication".');
  }

  authenticated(accepted: boolean): void {
    this.#client.write(Buffer.from(accepted ? this.#verdict.yes : this.#verdict.no));
  }

  async target(): Promise<Target> {
    await this.#expect(SOCKS_VERSION);
    const [command, , type = 0] = await this.#take(3);
    const length = ADDRESS_LENGTHS.get(type);
    if (length === undefined && type !== DOMAIN_ADDRESS) throw new SocksFailure(ADDRESS_NOT_SUPPORTED);
    const address = length === undefined ? await this.#block() : await this.#take(length);
    const port = (await this.#take(2)).readUInt16BE();
    if (command !== CONNECT_COMMAND) throw new SocksFailure(COMMAND_NOT_SUPPORTED);
    return { host: type === DOMAIN_ADDRESS ? address.toString() : addressText(address), port };
  }

  /** Tells the client that its tunnel is open, and stops listening to the socket. */
  connected(target: Socket): void {
    for (const event of WAKING_EVENTS) this.#client.off(event, this.#wake);
    const port = target.localPort ?? 0;
    const from = (target.localAddress ?? '').split('.').map(Number);
    const bound = from.length === 4 ? [0x01, ...from, port >> 8, port & 0xff] : NO_ADDRESS;
    this.#client.write(Buffer.of(SOCKS_VERSION, SUCCEEDED, 0, ...bound));
  }

  failed(reply: number): void {
    if (this.#client.writable) this.#client.write(Buffer.of(SOCKS_VERSION, reply, 0, ...NO_ADDRESS));
  }

  /** A length in one byte, then that many bytes. */
  async #block(): Promise<Buffer> {
    const [length = 0] = await this.#take(1);
    return length === 0 ? Buffer.alloc(0) : this.#take(length);
  }

  async #expect(byte: number): Promise<void> {
    const [actual] = await this.#take(1);
    if (actual !== byte) throw new Error('The client does not speak this protocol.');
  }

  /** Exactly `length` bytes, in however many parts they arrive. */
  async #take(length: number): Promise<Buffer> {
    for (;;) {
      this.#news = Promise.withResolvers();
      const bytes: Buffer | null = this.#client.read(length);
      if (bytes?.length === length) return bytes;
      if (bytes || this.#client.readableEnded || this.#client.destroyed)
        throw new Error('The client has gone.');
      await this.#news.promise;
    }
  }
}

function addressText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return groups.join(':');
}
