/** The only bot of the sandbox. */
export const BOT = {
  id: 1_000_000_001,
  is_bot: true,
  first_name: 'Proxies',
  username: 'proxies_sandbox_bot',
};

/** Of the form of real tokens: the bot's id and 35 characters. */
export const TELEGRAM_TOKEN = `${BOT.id}:SANDBOX-TOKEN-FOR-THIS-MACHINE-ONLY`;
