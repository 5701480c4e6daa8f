import { z } from 'zod';
import {
  lastDays,
  renderAccount,
  renderAdditions,
  renderBalance,
  renderErrors,
  renderUsage,
} from '../rendering.ts';
import { subUserRequest, trafficRequest, usageRequest } from '../requests.ts';
import { type Call, call } from './call.ts';

const SUCCESS = { success: true };

/** The calls about traffic: what is left, what was added and what was used. */
export const TRAFFIC_CALLS: readonly Call[] = [
  call('balance', 'GET', '/user/balance', z.object({}), (_, { network }) =>
    renderAccount(network.traffic.balanceBytes),
  ),
  call('balance-get', 'GET', '/sub-user/balance/get', subUserRequest, ({ subuser_id }, { network }) =>
    renderBalance(network.find(subuser_id), network.connections.count(subuser_id)),
  ),
  call('balance-add', 'POST', '/sub-user/balance/add', trafficRequest, (given, { network, fewer }) => {
    const gb = fewer ? Math.trunc(given.traffic / 2) : given.traffic;
    network.traffic.add(given.subuser_id, gb);
    return SUCCESS;
  }),
  call('balance-drop', 'POST', '/sub-user/balance/drop', subUserRequest, ({ subuser_id }, { network }) => {
    network.traffic.drop(subuser_id);
    return SUCCESS;
  }),
  call(
    'addition-history',
    'GET',
    '/sub-user/balance/addition-history',
    subUserRequest,
    ({ subuser_id }, { network }) => renderAdditions(network.find(subuser_id)),
  ),
  call('usage-stat', 'GET', '/sub-user/usage-stat/get', usageRequest, ({ subuser_id, days }, { network }) =>
    renderUsage(network.find(subuser_id), lastDays(days, network.now())),
  ),
  call(
    'usage-errors',
    'GET',
    '/sub-user/usage-stat/errors',
    usageRequest,
    ({ subuser_id, days }, { network }) =>
      renderErrors(network.find(subuser_id), lastDays(days, network.now())),
  ),
];
