import type { ChatMessage, Person } from '../telegram/chats.ts';
import type { Entity } from '../telegram/events.ts';
import type { Telegram } from '../telegram/telegram.ts';

/** What the page shows. */

const MAX_SNIPPET_CHARACTERS = 80;

export function viewOfPerson({ id, firstName, language = '', started, blocked }: Person) {
  return { user: id, firstName, language, started, blocked };
}

/** Everybody, with what was said last; who spoke last comes first. */
export function viewOfPeople({ store }: Telegram) {
  return [...store.chats.people.values()]
    .map((person) => {
      const last = store.chats.messagesOf(person.id).findLast(({ deleted }) => !deleted);
      return { ...viewOfPerson(person), at: last?.at ?? 0, snippet: last ? snippetOf(last) : '' };
    })
    .sort((one, other) => other.at - one.at);
}

/** Of a deleted message only its place is left. */
export function viewOfMessage(message: ChatMessage) {
  const { id: messageId, from, at, deleted, paid } = message;
  if (deleted) return { messageId, from, at, deleted };
  const { editedAt, text, entities, keyboard, invoice, document, payment, refund } = message;
  return {
    messageId,
    from,
    at,
    deleted,
    edited: editedAt !== undefined,
    text,
    entities,
    keyboard,
    ...(invoice && {
      invoice: { title: invoice.title, description: invoice.description, amount: invoice.amount, paid },
    }),
    ...(document && {
      document: {
        name: document.name,
        type: document.type,
        bytes: Buffer.from(document.base64, 'base64').length,
      },
    }),
    ...(payment && { paidStars: payment.amount }),
    ...(refund && { refundedStars: refund.amount }),
  };
}

export function viewOfChat({ store }: Telegram, person: Person) {
  return {
    person: viewOfPerson(person),
    commands: store.chats.commandsFor(person),
    messages: store.chats.messagesOf(person.id).map(viewOfMessage),
    waiting: store.updates.isWaiting(person.id),
  };
}

function snippetOf({ text, entities, invoice, document, payment, refund }: ChatMessage): string {
  if (payment) return `Paid ${payment.amount} Stars`;
  if (refund) return `${refund.amount} Stars given back`;
  const shown = withoutSpoilers(text, entities) || invoice?.title || document?.name || '';
  return shown.replaceAll(/\s+/g, ' ').slice(0, MAX_SNIPPET_CHARACTERS);
}

/** What a person has to ask for in the chat is not shown beside it either. */
function withoutSpoilers(text: string, entities: readonly Entity[]): string {
  return entities
    .filter(({ type }) => type === 'spoiler')
    .reduce(
      (shown, { offset, length }) =>
        shown.slice(0, offset) + '•'.repeat(length) + shown.slice(offset + length),
      text,
    );
}
