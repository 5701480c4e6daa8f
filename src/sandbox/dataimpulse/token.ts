import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DataImpulseFailure, tokenExpired } from './failure.ts';

const LIFE_SECONDS = 86_400;
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/**
 * The tokens that clients show with every call: JWTs that only this process can make. After a restart none of
 * them is valid.
 */
export class Tokens {
  readonly #secret = randomBytes(32);

  issue(nowMillis: number): string {
    const iat = Math.floor(nowMillis / 1_000);
    const signed = `${HEADER}.${encode({ iat, exp: iat + LIFE_SECONDS })}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  /**
   * Throws a {@link DataImpulseFailure} with 401 for an `Authorization` header without a token that is valid
   * now.
   */
  require(header: string | undefined, nowMillis: number): void {
    const [, token = ''] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
    if (token === '') throw new DataImpulseFailure(401, 'Token not provided');
    const end = token.lastIndexOf('.');
    const signed = token.slice(0, Math.max(0, end));
    if (!same(token.slice(end + 1), this.#sign(signed)))
      throw new DataImpulseFailure(401, 'Token is invalid');
    const { exp } = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
    if (exp * 1_000 <= nowMillis) throw tokenExpired();
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function same(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
