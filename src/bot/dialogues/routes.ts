import type { Composer, MiddlewareFn } from 'grammy';
import type { BotContext } from './context.ts';
import type { AwaitedState, State } from '../people/state.ts';

/** The number of an order or of a key in the data of a button. */
export const ID_IN_BUTTON = '[1-9]\\d{0,14}';

/** The code of the button that does the same as a command. */
export const openButton = (command: string) => `open:${command}`;

/** Runs for a command and for its button. Both end what the person was asked before. */
export function onOpen(
  dialogue: Composer<BotContext>,
  command: string,
  show: MiddlewareFn<BotContext>,
): void {
  dialogue.command(command, show);
  dialogue.callbackQuery(openButton(command), (ctx, next) => {
    ctx.person.state = null;
    return show(ctx, next);
  });
}

/** Runs for a text that is typed while the person's state awaits it. */
export function onTyped<Name extends State['awaits']>(
  dialogue: Composer<BotContext>,
  name: Name,
  take: (ctx: BotContext, text: string, state: AwaitedState<Name>) => Promise<void>,
): void {
  dialogue.on('message:text', (ctx, next) => {
    const { state } = ctx.person;
    const { text } = ctx.message;
    return state?.awaits === name ? take(ctx, text.trim(), state as AwaitedState<Name>) : next();
  });
}
