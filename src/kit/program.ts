import manifest from '../../package.json' with { type: 'json' };

/** The name of this program, for databases and directories. */
export const PROGRAM = manifest.name;
export const VERSION = manifest.version;

let call: string;

/**
 * Sets how the operator's command is called on this machine; empty: as in a checkout. It is one value of the
 * whole process, set before anything else happens, since each message that advises a command names it.
 */
export function setOperatorCall(text = ''): void {
  call = text || 'npm run -s operator --';
}

setOperatorCall();

/** A command as the operator types it on this machine, such as `npm run -s operator -- ledger verify`. */
export function operatorCommand(command: string): string {
  return `${call} ${command}`;
}

let contact: string | undefined;

/** Sets whom customers ask: one value of the whole process, too, since texts of all kinds name it. */
export function setSupportContact(text: string | undefined): void {
  contact = text;
}

/** An @name of Telegram, an https URL or a mail address. */
export function supportContact(): string | undefined {
  return contact;
}

export function supportUrl(): string | undefined {
  if (contact?.startsWith('@')) return `https://t.me/${contact.slice(1)}`;
  return contact?.includes('://') ? contact : contact && `mailto:${contact}`;
}
