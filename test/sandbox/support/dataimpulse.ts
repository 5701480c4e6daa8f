import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openSandbox, type TestSandbox } from './sandbox.ts';

/** An answer of the stand-in for DataImpulse. Tests look into it as they need. */
interface DataImpulseReply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it.
  body: any;
}

/** A sub-user as the API shows it, as far as tests look at it. */
interface WireSubUser {
  id: number;
  label: string;
  login: string;
  password: string;
}

export interface DataImpulseClient {
  /** The raw answer, with the token or with another `Authorization`. */
  send(call: string, body?: unknown, authorization?: string): Promise<Response>;
  /** A GET by `/sub-user/get?subuser_id=1`, a POST with a body. */
  ask(call: string, body?: unknown): Promise<DataImpulseReply>;
  /** Gets a new token: the old one ends after a day. */
  signIn(): Promise<void>;
  /** A new sub-user, of the residential pool by default. */
  create(options?: object): Promise<WireSubUser>;
}

/** A client of a sandbox that has asked for its token. */
export async function dataImpulseClient({
  sandbox,
}: {
  sandbox: Pick<Sandbox, 'dataImpulseUrl' | 'dataImpulseLogin' | 'dataImpulsePassword'>;
}): Promise<DataImpulseClient> {
  const { dataImpulseUrl: url, dataImpulseLogin: login, dataImpulsePassword: password } = sandbox;
  const send = (call: string, body?: unknown, authorization = `Bearer ${token}`) =>
    fetch(url + call, {
      redirect: 'manual',
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  const ask = async (call: string, body?: unknown) => {
    const response = await send(call, body);
    return { status: response.status, body: await response.json() };
  };
  let token = '';
  const signIn = async () => {
    token = (await ask('/user/token/get', { login, password })).body.token;
  };
  await signIn();
  return {
    signIn,
    send,
    ask,
    async create(options) {
      const { status, body } = await ask('/sub-user/create', { pool_type: 'residential', ...options });
      if (status !== 200) throw new Error(`No sub-user: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** A sandbox, a client and a sub-user with GB. */
export async function openTraffic(
  gb = 0,
): Promise<TestSandbox & DataImpulseClient & { subUser: WireSubUser }> {
  const opened = await openSandbox();
  const client = await dataImpulseClient(opened);
  const subUser = await client.create({ label: 'ours' });
  if (gb > 0) await client.ask('/sub-user/balance/add', { subuser_id: subUser.id, traffic: gb });
  return { ...opened, ...client, subUser };
}
