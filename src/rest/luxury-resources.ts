import { z } from 'zod';
import type { SnakeCase } from '../kit/text.ts';
import type { SettingName } from '../luxury/settings.ts';
import { integer, string, usd } from './route.ts';

const code = (what: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${what} that addresses are narrowed to; null for any.`, examples: [example] });
const gigabytes = (description: string, example: number) =>
  z.number().meta({ description: `${description}, in GB of 2^30 bytes.`, examples: [example] });

const gateway = z
  .object({
    host: string('The host name.', 'gw.example.com'),
    http_port: integer('The port that speaks HTTP.', 823),
    socks5_port: integer('The port that speaks SOCKS5.', 824),
    sticky_ports: z.array(z.int()).meta({
      description:
        'The first and the last of the ports that each keep an address of their own in sticky mode.',
      examples: [[10_000, 20_000]],
    }),
  })
  .meta({ id: 'Gateway', description: 'Where programs connect.' });

export const settings = z
  .object({
    country: string('ISO 3166-1 alpha-2, or `ANY`.', 'US'),
    state: code('The state', 'texas'),
    city: code('The city', 'houston'),
    zip: code('The ZIP code', '77002'),
    asn: code('The provider', '7922'),
    exclude_asn: z
      .array(z.string())
      .meta({ description: 'Providers that are left out.', examples: [['7018']] }),
    anonymous: z.boolean().meta({ description: 'Whether only anonymous addresses are used.' }),
    session: z.enum(['rotating', 'sticky']).meta({
      description: '`rotating`: a new address for each request. `sticky`: an address is kept for a set time.',
    }),
    sticky_minutes: integer('How long a sticky address is kept.', 30),
    protocol: z.enum(['http', 'socks5', 'both']).meta({ description: 'What the gateway speaks.' }),
    threads: integer('How many connections at once.', 100),
    allowed_ips: z
      .array(z.string())
      .meta({ description: 'Addresses that need no password.', examples: [['203.0.113.9']] }),
    blocked_hosts: z
      .array(z.string())
      .meta({ description: 'Host names that cannot be reached.', examples: [['example.com']] }),
    paused: z.boolean().meta({ description: 'Whether you paused the order.' }),
    login: string('The proxy login.', 'u7Kd2m'),
    gateway,
  } satisfies Record<SnakeCase<SettingName> | 'login' | 'gateway', z.ZodType>)
  .meta({ id: 'Settings', description: 'What a Luxury order is set to, and where it is used.' });

const trafficFields = z.object({
  total_gb: gigabytes('All that was bought', 10),
  used_gb: gigabytes('What is used', 2.5),
  left_gb: gigabytes('What is left', 7.5),
  used_percent: z.number().meta({ description: 'What is used of all, 0 to 100.', examples: [25] }),
});

export const traffic = trafficFields.meta({ id: 'Traffic', description: 'The traffic of a Luxury order.' });

export const chargedTraffic = trafficFields
  .extend({ charged_usd: usd('What was taken from the balance.', 4.5) })
  .meta({ id: 'ChargedTraffic', description: 'The traffic after some was added, and what that cost.' });

export const lines = z
  .object({
    lines: z.array(z.string()).meta({
      description: 'In the format that was asked for.',
      examples: [['gw.example.com:823:u7Kd2m:p9Xw4c']],
    }),
  })
  .meta({ id: 'Lines', description: 'What other programs take as their list of proxies.' });

export const linesText = z
  .string()
  .meta({ description: 'One proxy per line.', examples: ['gw.example.com:823:u7Kd2m:p9Xw4c\n'] });

export const newPassword = z
  .object({
    login: string('The proxy login, which may be a new one, too.', 'u7Kd2m'),
    password: string('The new password.', 'p9Xw4c'),
    line: string('host:port:login:pass for the HTTP gateway port.', 'gw.example.com:823:u7Kd2m:p9Xw4c'),
  })
  .meta({ id: 'NewPassword', description: 'The credentials that hold from now on.' });

const day = z
  .object({
    date: z.string().meta({ description: 'The day (UTC).', format: 'date', examples: ['2026-01-31'] }),
    traffic_gb: gigabytes('What was used', 0.75),
    requests: integer('How many requests there were.', 1_204),
  })
  .meta({ id: 'DayOfUsage', description: 'What was used on one day.' });

const connectionError = z
  .object({
    code: string(
      'The reason: `NO_RAY`, no address matches the filter; `TRAFFIC_EXHAUSTED`; `THREADS_EXHAUSTED`; or another one.',
      'NO_RAY',
    ),
    count: integer('How many connections failed with it.', 12),
  })
  .meta({ id: 'ConnectionError', description: 'Why connections failed.' });

export const stats = z
  .object({
    days: z.array(day).meta({ description: 'The last seven days, today last.' }),
    errors: z.array(connectionError).meta({ description: 'Of the same days.' }),
  })
  .meta({ id: 'Stats', description: 'How a Luxury order was used in the last week.' });
