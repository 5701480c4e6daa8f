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

export interface Credentials {
  login: string;
  password: string;
}

/** A program that asks to be let through. */
export interface Knock {
  protocol: GatewayProtocol;
  /** The port that it came to, when that is a sticky one. */
  stickyPort: number | undefined;
  /** Where it comes from: a plain address. */
  clientIp: string;
  /** Undefined when it sent none: its address may be enough. */
  credentials: Credentials | undefined;
}

/** Where a program wants to go. */
export interface Target {
  /** A name or an address, IPv6 without brackets. */
  host: string;
  port: number;
}

/** Decides who is let in; a text is a refusal. Asked anew for every request and every tunnel. */
export type Admit = (knock: Knock) => Visitor | RefusalCode;

/** Somebody who was let in and has not said where to yet. */
export interface Visitor {
  /** Opens the way for one request or one tunnel. It has to be left, whatever becomes of it. */
  enter(target: Target): Passage | RefusalCode;
}

/** What one request or tunnel may do. */
export interface Passage {
  /** The address that the target sees, where this machine has it. */
  exitAddress: string;
  /** Counts bytes, of either direction, while they pass. False: no more may pass, and the connection has to be cut. */
  count(bytes: number): boolean;
  /** Called at most once, when the passage is to be cut although it did nothing: paused, removed, a new password. */
  onCut(cut: () => void): void;
  leave(): void;
}
