import type { LineFormat } from '../../luxury/lines.ts';
import type { SettingsChange } from '../../luxury/settings.ts';
import type { Draft } from './buy/draft.ts';
import type { EditedSetting } from './orders/edited-settings.ts';

/**
 * What a person may be asked to type, with what is known so far. Kept in the person's row as JSON. A command
 * forgets it, and so does a button that leads elsewhere. Each dialogue adds its own here.
 */
interface States {
  threshold: object;
  top_up: object;
  key_name: object;
  networks: { keyId: number };
  buy: Draft;
  line_count: { orderId: number; format: LineFormat };
  /**
   * `name` may be typed; `search` is what was typed to find something in its list. A change was shown and
   * waits for the button that has its mark.
   */
  setting: { orderId: number; name?: EditedSetting; search?: string; change?: SettingsChange; mark?: string };
  /** Awaits a button: whether the password with this mark is to be replaced. */
  new_password: { orderId: number; mark: string };
}

/** `awaits` names the dialogue that gets the next text. */
export type State = { [Name in keyof States]: { awaits: Name } & States[Name] }[keyof States];
export type AwaitedState<Name extends State['awaits']> = Extract<State, { awaits: Name }>;
