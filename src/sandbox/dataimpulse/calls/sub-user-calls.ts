import { renderSubUser } from '../rendering.ts';
import {
  allowedIpRequest,
  blockedHostsRequest,
  blockedRequest,
  createRequest,
  listRequest,
  parametersRequest,
  protocolsRequest,
  subUserRequest,
  updateRequest,
} from '../requests.ts';
import { type Call, call } from './call.ts';

const SUCCESS = { success: true };

/** The calls that make, change, show and remove sub-users. */
export const SUB_USER_CALLS: readonly Call[] = [
  call('create', 'POST', '/sub-user/create', createRequest, (given, { network }) =>
    renderSubUser(
      network.create({
        label: given.label,
        pool: given.pool_type,
        threads: given.threads,
        stickyRange: given.sticky_range,
        allowedIps: given.allowed_ips,
        parameters: given.default_pool_parameters,
      }),
    ),
  ),
  call('update', 'POST', '/sub-user/update', updateRequest, (given, { network }) => {
    const { subuser_id, label, threads, sticky_range } = given;
    const changes = {
      ...(label !== undefined && { label }),
      ...(threads !== undefined && { threads }),
      ...(sticky_range && { stickyRange: sticky_range }),
    };
    return renderSubUser(network.update(subuser_id, changes));
  }),
  call('get', 'GET', '/sub-user/get', subUserRequest, ({ subuser_id }, { network }) =>
    renderSubUser(network.find(subuser_id)),
  ),
  call('list', 'GET', '/sub-user/list', listRequest, ({ limit, offset }, { network }) => ({
    subusers: network.page(limit, offset).map(renderSubUser),
  })),
  call(
    'reset-password',
    'POST',
    '/sub-user/reset-password',
    subUserRequest,
    ({ subuser_id }, { network }) => {
      const { login, password } = network.resetPassword(subuser_id);
      return { login, password };
    },
  ),
  call('set-blocked', 'POST', '/sub-user/set-blocked', blockedRequest, (given, { network }) => {
    network.setBlocked(given.subuser_id, given.blocked);
    return SUCCESS;
  }),
  call(
    'set-blocked-hosts',
    'POST',
    '/sub-user/set-blocked-hosts',
    blockedHostsRequest,
    (given, { network }) => {
      network.setBlockedHosts(given.subuser_id, given.blocked_hosts);
      return SUCCESS;
    },
  ),
  call(
    'set-default-pool-parameters',
    'POST',
    '/sub-user/set-default-pool-parameters',
    parametersRequest,
    (given, { network }) => {
      network.setParameters(given.subuser_id, given.default_pool_parameters);
      return SUCCESS;
    },
  ),
  call(
    'allowed-ips-add',
    'POST',
    '/sub-user/allowed-ips/add',
    allowedIpRequest,
    ({ subuser_id, ip }, { network }) => {
      network.addAllowedIp(subuser_id, ip);
      return SUCCESS;
    },
  ),
  call(
    'allowed-ips-remove',
    'POST',
    '/sub-user/allowed-ips/remove',
    allowedIpRequest,
    ({ subuser_id, ip }, { network }) => {
      network.removeAllowedIp(subuser_id, ip);
      return SUCCESS;
    },
  ),
  call(
    'supported-protocols',
    'POST',
    '/sub-user/supported-protocols/set',
    protocolsRequest,
    (given, { network }) => {
      network.setProtocols(given.subuser_id, given.supported_protocols);
      return SUCCESS;
    },
  ),
  call('delete', 'POST', '/sub-user/delete', subUserRequest, ({ subuser_id }, { network }) => {
    network.remove(subuser_id);
    return SUCCESS;
  }),
];
