import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings, writeSettings } from '../../src/luxury/luxury-order.ts';
import {
  changedSettings,
  defaultSettings,
  type LuxurySettings,
  SETTING_NAMES,
} from '../../src/luxury/settings.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

/** A value of each setting that differs from the initial one. */
const OTHERS: LuxurySettings = {
  country: 'DE',
  state: 'texas',
  city: 'houston',
  zip: '77002',
  asn: '7922',
  excludeAsn: ['7018', '3320'],
  anonymous: true,
  session: 'sticky',
  stickyMinutes: 10,
  protocol: 'socks5',
  threads: 7,
  allowedIps: ['203.0.113.9'],
  blockedHosts: ['example.com'],
  paused: true,
};

let opened: OpenedServices;
let given: GivenLuxuryOrder;

beforeAll(async () => {
  opened = await openServices();
  given = await givenLuxuryOrder(opened.services, { country: 'US' });
});
afterAll(() => opened.close());

test.each(SETTING_NAMES)(
  '%s is written without touching another setting, read back, and set to what it was',
  async (name) => {
    const { database } = opened.services;
    const order = { resellerId: given.resellerId, orderId: given.order.id };
    const read = async () => (await readSettings(database.sql, [order])).get(order.orderId);
    const before = await read();
    expect(before).toEqual(defaultSettings('US'));
    const changed = changedSettings(defaultSettings('US'), {
      ...defaultSettings('US'),
      [name]: OTHERS[name],
    });
    expect(changed).toEqual({ [name]: OTHERS[name] });
    await database.inUnitOfWork(async (em) => writeSettings(em, order, changed));
    expect(await read()).toEqual({ ...before, ...changed });
    await database.inUnitOfWork(async (em) =>
      writeSettings(em, order, { [name]: defaultSettings('US')[name] }),
    );
    expect(await read()).toEqual(before);
  },
);
