export interface Credentials {
  login: string;
  password: string;
}

/** What a proxy may do with a connection that it has been let in with. */
export interface Passage {
  /** The address that the target sees, where this machine has it. */
  exitAddress: string;
}

/** Decides who is let in; `undefined` is a refusal. Asked anew for every request and every tunnel. */
export type Admit = (credentials: Credentials) => Passage | undefined;
