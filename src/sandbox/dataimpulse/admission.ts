import type { Admit, Knock, Passage, RefusalCode, Target } from '../gateway/admission.ts';
import { ExitAddresses } from './exit-addresses.ts';
import { poolSize } from './geo/pool-size.ts';
import { type LoginParameters, narrowed, readLogin } from './login-parameters.ts';
import type { DataImpulseNetwork } from './network.ts';
import type { PoolParameters } from './pool-parameters.ts';
import { leftBytes, type SubUser } from './sub-user.ts';

/** How long a sticky port or a session keeps its address when nobody says how long. */
const DEFAULT_SESSION_MINUTES = 30;

/** Who was recognized, and what is asked for by the login. */
interface Caller {
  subUser: SubUser;
  parameters: LoginParameters;
}

/** The rules of the network's gateway: whom it lets through, by which address, and until when. */
export function dataImpulseAdmit(network: DataImpulseNetwork): Admit {
  const exits = new ExitAddresses();
  return (knock) => {
    const caller = recognized(network, knock);
    if (!caller) return 'NO_USER';
    const { subUser } = caller;
    const barred = barrier(network, subUser, knock);
    if (barred) return refused(subUser, barred);
    return {
      enter(target) {
        // Asked again: a client may take its time between saying who it is and where it wants to go.
        if (recognized(network, knock)?.subUser !== subUser) return 'NO_USER';
        const parameters = narrowed(subUser.parameters, caller.parameters);
        const refusal = barrier(network, subUser, knock) ?? obstacle(subUser, parameters, target);
        if (refusal) return refused(subUser, refusal, target);
        network.traffic.countRequest(subUser);
        return new OpenPassage(network, subUser, exitOf(knock, caller, parameters));
      },
    };
  };

  function refused(subUser: SubUser, code: RefusalCode, target?: Target): RefusalCode {
    network.traffic.countError(subUser, code, target);
    return code;
  }

  function exitOf({ stickyPort }: Knock, { subUser, parameters: own }: Caller, parameters: PoolParameters) {
    if (stickyPort === undefined && own.session === undefined) return exits.fresh();
    return exits.kept(subUser, {
      name: `${stickyPort ?? ''} ${own.session ?? ''}`,
      minutes: own.sessionMinutes ?? parameters.rotation_interval ?? DEFAULT_SESSION_MINUTES,
      parameters,
      nowMillis: network.now(),
    });
  }
}

/** By login and password, or, when there are none, by the address that the client comes from. */
function recognized(network: DataImpulseNetwork, { credentials, clientIp }: Knock): Caller | undefined {
  const { login, parameters } = readLogin(credentials?.login ?? '');
  const subUser = credentials ? network.withLogin(login) : network.withIp(clientIp.toLowerCase());
  const known = subUser && (!credentials || subUser.password === credentials.password);
  return known ? { subUser, parameters } : undefined;
}

/**
 * Why the account may not be used in this way now. Its sticky range is not looked at: the sandbox takes the ports that are
 * free when it starts, which may be others than those that an older account was made with.
 */
function barrier(
  { passages }: DataImpulseNetwork,
  subUser: SubUser,
  { protocol }: Knock,
): RefusalCode | undefined {
  if (subUser.blocked) return 'USER_BLOCKED';
  if (!subUser.protocols.includes(protocol)) return 'PORT_NOT_ALLOWED';
  if (leftBytes(subUser) === 0) return 'TRAFFIC_EXHAUSTED';
  return passages.count(subUser.id) >= subUser.threads ? 'THREADS_EXHAUSTED' : undefined;
}

/** Why nobody can be brought there. */
function obstacle(subUser: SubUser, parameters: PoolParameters, target: Target): RefusalCode | undefined {
  const host = target.host.toLowerCase().replace(/\.$/, '');
  const blocked = subUser.blockedHosts.some((name) => host === name || host.endsWith(`.${name}`));
  if (blocked) return 'HOST_BLOCKED';
  return poolSize(subUser.pool, parameters) === 0 ? 'NO_RAY' : undefined;
}

class OpenPassage implements Passage {
  readonly exitAddress: string;
  readonly #network: DataImpulseNetwork;
  readonly #subUser: SubUser;
  #isCut = false;
  #tellCut: (() => void) | undefined;

  constructor(network: DataImpulseNetwork, subUser: SubUser, exitAddress: string) {
    this.exitAddress = exitAddress;
    this.#network = network;
    this.#subUser = subUser;
    network.passages.add(subUser.id, this);
  }

  count(bytes: number): boolean {
    // What comes after the cut does not pass any more, so nobody pays for it.
    if (this.#isCut) return false;
    return this.#network.traffic.use(this.#subUser, bytes);
  }

  onCut(cut: () => void): void {
    this.#tellCut = cut;
    if (this.#isCut) cut();
  }

  /** Ends it from outside; at most once. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    this.#tellCut?.();
  }

  leave(): void {
    this.#isCut = true;
    this.#network.passages.remove(this.#subUser.id, this);
  }
}
