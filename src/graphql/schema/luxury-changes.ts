import {
  InvalidCountryError,
  InvalidOptionError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { gatewayLine } from '../../luxury/lines.ts';
import { resetPassword } from '../../luxury/password.ts';
import type { SettingName, SettingsChange } from '../../luxury/settings.ts';
import { updateSettings } from '../../luxury/update-settings.ts';
import { NotLuxuryError, OrderNotFoundError, RequestInProgressError } from '../../orders/errors.ts';
import { mutation } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import {
  LuxuryOrderRef,
  LuxurySettingsRef,
  type OrderNode,
  Protocol,
  Session,
  toNode,
  toSettingsNode,
  withDomainValues,
} from './orders.ts';
import { ORDER_ID, textField } from './values.ts';

const ORDER_ERRORS = [
  InvalidRequestError,
  OrderNotFoundError,
  NotLuxuryError,
  RequestInProgressError,
  ProviderError,
];

mutation('updateSettings', {
  description: 'Changes the settings of a Luxury order, all of what is asked or nothing. Free of charge.',
  input: {
    description: 'The settings to change; what is left out stays.',
    argument: 'The order and its new settings.',
    fields: (t) =>
      ({
        orderId: t.id(ORDER_ID),
        country: t.string(
          textField('ISO 3166-1 alpha-2, or ANY. Another country resets state, city, ZIP and ASN.'),
        ),
        state: t.string(textField('A state code from the geo lookup; empty or null for any.')),
        city: t.string(textField('A city code from the geo lookup; empty or null for any.')),
        zip: t.string(textField('A ZIP code from the geo lookup; empty or null for any.')),
        asn: t.string(textField('A provider’s autonomous system number; empty or null for any.')),
        excludeAsn: t.stringList({
          description: 'Autonomous system numbers to leave out; replaces the list.',
        }),
        anonymous: t.boolean({ description: 'true limits the order to anonymous addresses.' }),
        session: t.field({
          type: Session,
          description: 'Whether exit addresses rotate or stay for `stickyMinutes`.',
        }),
        stickyMinutes: t.int({
          description:
            'For how many minutes a sticky session keeps an exit address, 1 to 120. Unused while the session rotates.',
        }),
        protocol: t.field({
          type: Protocol,
          description: 'The protocols that the gateway accepts from the order’s programs.',
        }),
        threads: t.int({ description: 'The most concurrent connections, 1 to 2000.' }),
        allowedIps: t.stringList({
          description:
            'Up to 5 addresses that may connect without a password; replaces the list. An address can belong to one order only.',
        }),
        blockedHosts: t.stringList({
          description: 'Up to 100 host names to refuse, with all their subdomains; replaces the list.',
        }),
        paused: t.boolean({
          description: 'true pauses the order: the gateway refuses its connections until false resumes it.',
        }),
      }) satisfies Record<SettingName | 'orderId', unknown>,
  },
  resolve: async (_root, { input: { orderId, ...asked } }, context) => {
    const id = Number(orderId);
    const change = changeOf(withDomainValues(asked));
    const settings = await updateSettings(context.services, callerOf(context), id, change);
    return { orderId: id, settings };
  },
  success: {
    description: 'The change is stored and in effect at the provider.',
    fields: (t) => ({
      order: t.field({
        type: LuxuryOrderRef,
        description: 'The order after the change.',
        resolve: async ({ orderId, settings }, _args, context) => ({
          ...(await orderOf(orderId, context)),
          settings,
        }),
      }),
      settings: t.field({
        type: LuxurySettingsRef,
        description: 'The settings after the change.',
        resolve: ({ orderId, settings }) => toSettingsNode(orderId, settings),
      }),
    }),
  },
  refusals: [...ORDER_ERRORS, UnknownProductError, InvalidCountryError, InvalidOptionError],
  result: 'The change, or why there is none.',
});

mutation('resetPassword', {
  description:
    'Gives a Luxury order a new login and password. The old ones stop working at once, and may have done so when the answer is ProviderError.',
  input: {
    description: 'The Luxury order whose credentials are replaced.',
    fields: (t) => ({ orderId: t.id(ORDER_ID) }),
  },
  resolve: async (_root, { input: { orderId } }, context) => {
    const id = Number(orderId);
    const credentials = await resetPassword(context.services, callerOf(context).resellerId, id);
    return { orderId: id, credentials };
  },
  success: {
    description: 'The new credentials are valid, and the old ones have stopped working.',
    fields: (t) => ({
      login: t.string({
        description: 'The login of the proxies, which may have changed, too.',
        resolve: ({ credentials }) => credentials.login,
      }),
      password: t.string({
        description: 'Secret: keep it out of logs and client code.',
        resolve: ({ credentials }) => credentials.password,
      }),
      line: t.string({
        description: 'host:port:login:password for the gateway’s HTTP port.',
        resolve: ({ credentials }, _args, { services }) => gatewayLine(services.traffic.gateway, credentials),
      }),
      order: t.field({
        type: LuxuryOrderRef,
        description: 'The order with its new credentials.',
        resolve: ({ orderId }, _args, context) => orderOf(orderId, context),
      }),
    }),
  },
  refusals: ORDER_ERRORS,
  result: 'The new credentials, or why there are none.',
});

async function orderOf(orderId: number, { readings }: RequestContext): Promise<OrderNode> {
  const order = await readings.orders.load(orderId);
  if (!order) throw new OrderNotFoundError(orderId);
  return toNode(order);
}

type Asked = { [Name in keyof SettingsChange]?: SettingsChange[Name] | null | undefined };

/** Null clears a geo filter, which the settings show as null. Any other setting stays as it is. */
function changeOf({ state, city, zip, asn, ...others }: Asked): SettingsChange {
  const given = Object.entries(others).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(given), state, city, zip, asn };
}
