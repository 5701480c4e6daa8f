/** The only bot of the sandbox. */
export const BOT = {
  id: 1_000_000_001,
  is_bot: true,
  first_name: 'Proxies',
  username: 'proxies_sandbox_bot',
};
