import {
  InvalidCountryError,
  InvalidOptionError,
  ProviderError,
  UnknownProductError,
} from '../../catalog/errors.ts';
import { InvalidRequestError } from '../../kit/errors.ts';
import { gatewayLine } from '../../luxury/lines.ts';
import { resetPassword } from '../../luxury/password.ts';
import { SETTING_NAMES } from '../../luxury/settings.ts';
import { updateSettings } from '../../luxury/update-settings.ts';
import { NotLuxuryError, OrderNotFoundError, RequestInProgressError } from '../../orders/errors.ts';
import { mutation } from './builder.ts';
import { callerOf, type RequestContext } from './context.ts';
import { changeWords, settingFields, toChange } from './luxury-settings.ts';
import {
  found,
  LuxuryOrderRef,
  LuxurySettingsRef,
  type OrderNode,
  toNode,
  toSettingsNode,
} from './orders.ts';
import { ORDER_ID } from './values.ts';

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
    fields: (t) => ({ orderId: t.id(ORDER_ID), ...settingFields(t, SETTING_NAMES, changeWords) }),
  },
  resolve: async (_root, { input: { orderId, ...asked } }, context) => {
    const id = Number(orderId);
    const change = toChange(asked);
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
  return toNode(found(orderId, await readings.orders.load(orderId)));
}
