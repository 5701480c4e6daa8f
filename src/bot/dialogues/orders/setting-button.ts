import type { SettingName } from '../../../luxury/settings.ts';

/** The data of a button about one setting of an order; with a value, it shows what that would change. */
export function settingButton(name: SettingName, orderId: number, value?: string): string {
  return value === undefined ? `set:${name}:${orderId}` : `set:${name}:${orderId}:${value}`;
}
