import type { Draft } from './buy/draft.ts';

/**
 * What a person may be asked to type, with what is known so far. Kept in the person's row as JSON; a command
 * forgets it. Each dialogue adds its own here.
 */
interface States {
  threshold: object;
  top_up: object;
  key_name: object;
  networks: { keyId: number };
  buy: Draft;
}

/** `awaits` names the dialogue that gets the next text. */
export type State = { [Name in keyof States]: { awaits: Name } & States[Name] }[keyof States];
export type AwaitedState<Name extends State['awaits']> = Extract<State, { awaits: Name }>;
