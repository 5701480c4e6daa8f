import type {
  Authorize,
  ProxyConnection,
  ProxyRequest,
  RefusalCode,
  Target,
} from '../gateway/authorization.ts';
import { ExitAddresses } from './exit-addresses.ts';
import { poolSize } from './geo/pool-size.ts';
import { type LoginParameters, narrowed, readLogin } from './login-parameters.ts';
import type { DataImpulseNetwork } from './network.ts';
import type { PoolParameters } from './pool-parameters.ts';
import { leftBytes, type SubUser } from './sub-user.ts';

/** How long a sticky port or a session keeps its exit address when neither account nor login sets it. */
const DEFAULT_SESSION_MINUTES = 30;

/** The sub-user of a request, and the parameters that its login carries. */
interface Caller {
  subUser: SubUser;
  parameters: LoginParameters;
}

/** The rules of the network's gateway: which clients it serves, from which exit address, and until when. */
export function authorizeByDataImpulse(network: DataImpulseNetwork): Authorize {
  const exits = new ExitAddresses();
  return (request) => {
    const caller = recognized(network, request);
    if (!caller) return 'NO_USER';
    const { subUser } = caller;
    const barred = accountRefusal(network, subUser, request);
    if (barred) return refused(subUser, barred);
    return {
      open(target) {
        // Checked again: time may have passed between the client's login and its target.
        if (recognized(network, request)?.subUser !== subUser) return 'NO_USER';
        const parameters = narrowed(subUser.parameters, caller.parameters);
        const refusal =
          accountRefusal(network, subUser, request) ?? targetRefusal(subUser, parameters, target);
        if (refusal) return refused(subUser, refusal, target);
        network.traffic.countRequest(subUser);
        return new CountedConnection(network, subUser, exitOf(request, caller, parameters));
      },
    };
  };

  function refused(subUser: SubUser, code: RefusalCode, target?: Target): RefusalCode {
    network.traffic.countError(subUser, code, target);
    return code;
  }

  function exitOf(
    { stickyPort }: ProxyRequest,
    { subUser, parameters: own }: Caller,
    parameters: PoolParameters,
  ) {
    if (stickyPort === undefined && own.session === undefined) return exits.fresh();
    return exits.kept(subUser, {
      name: `${stickyPort ?? ''} ${own.session ?? ''}`,
      minutes: own.sessionMinutes ?? parameters.rotation_interval ?? DEFAULT_SESSION_MINUTES,
      parameters,
      nowMillis: network.now(),
    });
  }
}

/**
 * Finds the sub-user by login and password or, when there are none, by the address that the client comes
 * from.
 */
function recognized(
  network: DataImpulseNetwork,
  { credentials, clientIp }: ProxyRequest,
): Caller | undefined {
  const { login, parameters } = readLogin(credentials?.login ?? '');
  const subUser = credentials ? network.withLogin(login) : network.withIp(clientIp.toLowerCase());
  const known = subUser && (!credentials || subUser.password === credentials.password);
  return known ? { subUser, parameters } : undefined;
}

/**
 * Why the account may not be used in this way now. Its sticky range is not checked: the sandbox takes ports
 * that are free when it starts, and an older account may have been made with others.
 */
function accountRefusal(
  { connections }: DataImpulseNetwork,
  subUser: SubUser,
  { protocol }: ProxyRequest,
): RefusalCode | undefined {
  if (subUser.blocked) return 'USER_BLOCKED';
  if (!subUser.protocols.includes(protocol)) return 'PORT_NOT_ALLOWED';
  if (leftBytes(subUser) === 0) return 'TRAFFIC_EXHAUSTED';
  return connections.count(subUser.id) >= subUser.threads ? 'THREADS_EXHAUSTED' : undefined;
}

/** Why the target cannot be reached by this sub-user. */
function targetRefusal(
  subUser: SubUser,
  parameters: PoolParameters,
  target: Target,
): RefusalCode | undefined {
  const host = target.host.toLowerCase().replace(/\.$/, '');
  const blocked = subUser.blockedHosts.some((name) => host === name || host.endsWith(`.${name}`));
  if (blocked) return 'HOST_BLOCKED';
  return poolSize(subUser.pool, parameters) === 0 ? 'NO_RAY' : undefined;
}

class CountedConnection implements ProxyConnection {
  readonly exitAddress: string;
  readonly #network: DataImpulseNetwork;
  readonly #subUser: SubUser;
  #isCut = false;
  #onCut: (() => void) | undefined;

  constructor(network: DataImpulseNetwork, subUser: SubUser, exitAddress: string) {
    this.exitAddress = exitAddress;
    this.#network = network;
    this.#subUser = subUser;
    network.connections.add(subUser.id, this);
  }

  count(bytes: number): boolean {
    // Bytes after the cut are not passed on, so they are not counted.
    if (this.#isCut) return false;
    return this.#network.traffic.use(this.#subUser, bytes);
  }

  onCut(cut: () => void): void {
    this.#onCut = cut;
    if (this.#isCut) cut();
  }

  /** To be called, at most once, when the network ends the connection. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#onCut?.();
  }

  close(): void {
    this.#isCut = true;
    this.#network.connections.remove(this.#subUser.id, this);
  }
}
