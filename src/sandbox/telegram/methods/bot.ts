import { z } from 'zod';
import { BOT } from '../bot.ts';
import { badRequest } from '../failure.ts';
import { type Method, TRUE } from './method.ts';

const MAX_COMMANDS = 100;

const commands = z.array(z.object({ command: z.string(), description: z.string() }));
const scope = z.object({ type: z.string(), chat_id: z.coerce.number().int().optional() });

export const BOT_METHODS = {
  getMe() {
    const abilities = {
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
      can_connect_to_business: false,
      has_main_web_app: false,
    };
    return { result: { ...BOT, ...abilities } };
  },

  setMyCommands({ telegram, parameters }) {
    const given = commands.safeParse(parameters.json('commands', 'commands') ?? []);
    if (!given.success) throw badRequest("can't parse BotCommand");
    const list = given.data.map(({ command, description }) => ({
      command: command.replace(/^\//, '').toLowerCase(),
      description,
    }));
    if (list.length > MAX_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH');
    for (const { command, description } of list) {
      if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
      if (description.length < 1 || description.length > 256)
        throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
    }
    const of = scope.safeParse(parameters.json('scope', 'BotCommandScope') ?? { type: 'default' });
    if (!of.success) throw badRequest("can't parse BotCommandScope");
    const { type, chat_id } = of.data;
    telegram.store.record({
      kind: 'commands',
      at: telegram.store.now(),
      scope: chat_id === undefined ? type : `${type}:${chat_id}`,
      language: parameters.text('language_code'),
      commands: list,
    });
    return TRUE;
  },
} satisfies Record<string, Method>;
