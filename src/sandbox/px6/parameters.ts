import { isIP } from 'node:net';
import { Px6Failure } from './failure.ts';
import {
  DEFAULT_VERSION,
  INITIAL_STOCK,
  PERIODS,
  type ProxyType,
  typeSchema,
  type Version,
  versionSchema,
} from './offer.ts';

/** More than any order, so that a typing error cannot sell everything. */
const MAX_COUNT = 10_000;
const MAX_DESCRIPTION_CHARACTERS = 50;
const MAX_PAGE_LENGTH = 1_000;
const NUMBER = /^[1-9]\d{0,8}$/;
const IDS = /^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/;

const STATES = ['all', 'active', 'expired', 'expiring'] as const;
export type ProxyState = (typeof STATES)[number];

/** The query of one call, read as PX6 reads it: a wrong parameter is answered with its own error. */
export class Parameters {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  has(name: string): boolean {
    return this.#query.has(name);
  }

  version(): Version {
    const version = versionSchema.safeParse(this.#query.get('version') ?? DEFAULT_VERSION);
    if (!version.success) throw new Px6Failure(240);
    return version.data;
  }

  country(): string {
    const country = this.#query.get('country') ?? '';
    if (!INITIAL_STOCK.has(country)) throw new Px6Failure(220);
    return country;
  }

  count(): number {
    const count = this.#number('count');
    if (count === undefined || count > MAX_COUNT) throw new Px6Failure(200);
    return count;
  }

  /** Days; one of the version's own periods when a version is given. */
  period(version?: Version): number {
    const days = this.#number('period');
    if (days === undefined || (version && !PERIODS[version].includes(days))) throw new Px6Failure(210);
    return days;
  }

  type(): ProxyType {
    return this.#type(this.#query.get('type') ?? 'http');
  }

  newType(): ProxyType {
    return this.#type(this.#query.get('type'));
  }

  description(): string {
    const description = this.#query.get('descr') ?? '';
    if ([...description].length > MAX_DESCRIPTION_CHARACTERS) throw new Px6Failure(250);
    return description;
  }

  ids(): number[] {
    const ids = this.#query.get('ids') ?? '';
    if (!IDS.test(ids)) throw new Px6Failure(230);
    return [...new Set(ids.split(',').map(Number))];
  }

  state(): ProxyState {
    const given = this.#query.get('state') ?? 'all';
    const state = STATES.find((name) => name === given);
    if (!state) throw new Px6Failure(30);
    return state;
  }

  /** Where the asked-for page begins and ends in the whole list. */
  page(): { from: number; to: number } {
    const page = this.#query.has('page') ? this.#number('page') : 1;
    const length = this.#query.has('limit') ? this.#number('limit') : MAX_PAGE_LENGTH;
    if (page === undefined || length === undefined || length > MAX_PAGE_LENGTH) throw new Px6Failure(30);
    return { from: (page - 1) * length, to: page * length };
  }

  /** An IP address, or `delete`. */
  ip(): string {
    const ip = this.#query.get('ip') ?? '';
    if (ip !== 'delete' && isIP(ip) === 0) throw new Px6Failure(105);
    return ip;
  }

  #type(given: string | null): ProxyType {
    const type = typeSchema.safeParse(given);
    if (!type.success) throw new Px6Failure(260);
    return type.data;
  }

  #number(name: string): number | undefined {
    const text = this.#query.get(name) ?? '';
    return NUMBER.test(text) ? Number(text) : undefined;
  }
}
