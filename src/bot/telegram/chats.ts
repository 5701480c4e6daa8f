/** Whether a chat is a group: the ids of groups are negative, and that of a private chat is its person's. */
export const isGroup = (chatId: number) => chatId < 0;

/** Where people find a bot: its private chat with whoever opens the link. */
export const botLink = ({ username }: { username: string }) => `https://t.me/${username}`;
