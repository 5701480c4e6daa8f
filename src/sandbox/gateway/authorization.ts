export type GatewayProtocol = 'http' | 'socks5';

/** The codes by which a gateway says why it refuses, with the HTTP status of each. */
export const REFUSALS = {
  NO_USER: 407,
  USER_BLOCKED: 407,
  PORT_NOT_ALLOWED: 407,
  TRAFFIC_EXHAUSTED: 407,
  THREADS_EXHAUSTED: 407,
  HOST_BLOCKED: 403,
  NO_HOST_CONNECTION: 502,
  NO_RAY: 503,
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** Thrown when the gateway serves a client not at all; a status alone says that the request is malformed. */
export class GatewayRefusal extends Error {
  readonly answer: RefusalCode | 400;

  constructor(answer: RefusalCode | 400) {
    super(String(answer));
    this.answer = answer;
  }
}

export function admitted<Allowed extends object>(allowed: Allowed | RefusalCode): Allowed {
  if (typeof allowed === 'string') throw new GatewayRefusal(allowed);
  return allowed;
}

export interface PresentedCredentials {
  login: string;
  password: string;
}

/** A client's request to be proxied, without the target, which is known later. */
export interface ProxyRequest {
  protocol: GatewayProtocol;
  /** The port that it connected to, when that is a sticky one. */
  stickyPort: number | undefined;
  /** The client's address; an IPv4 one in its plain form. */
  clientIp: string;
  /** Undefined when the client sent none: its address may be allowed without. */
  credentials: PresentedCredentials | undefined;
}

export interface Target {
  /** A name or an address, IPv6 without brackets. */
  host: string;
  port: number;
}

/** Decides for every request and every tunnel whether the client may use the gateway. */
export type Authorize = (request: ProxyRequest) => AuthorizedClient | RefusalCode;

/** A client that may use the gateway; its target is not known yet. */
export interface AuthorizedClient {
  /** Opens one connection, for a request or a tunnel. The caller has to close it in every case. */
  open(target: Target): ProxyConnection | RefusalCode;
}

/** One request or tunnel through the gateway, for the network behind the gateway to count and to end. */
export interface ProxyConnection {
  /** The address that the target sees, where this machine can send from it. */
  exitAddress: string;
  /** Counts bytes of either direction. False: they must not be passed on, and the connection is to be cut. */
  count(bytes: number): boolean;
  /** Aborted when the account ends the connection (it was paused, say), or the gateway does. */
  readonly end: AbortController;
  close(): void;
}

const FIRST_SECOND_OCTET = 16;
const SECOND_OCTETS = 224;
/** Last octets 1 to 254, so that no address looks like a network's or a broadcast address. */
const LAST_OCTETS = 254;

/**
 * The address on this machine's loopback that the target sees for the proxy of that number. Of 14 million
 * consecutive numbers each has its own.
 */
export function exitAddress(ordinal: number): string {
  const block = Math.floor(ordinal / LAST_OCTETS);
  const second = FIRST_SECOND_OCTET + (Math.floor(block / 256) % SECOND_OCTETS);
  return `127.${second}.${block % 256}.${(ordinal % LAST_OCTETS) + 1}`;
}
