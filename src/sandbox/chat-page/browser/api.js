/** Asks the control API; throws an `Error` with its words when it refuses. */
async function ask(method, call, body) {
  const response = await fetch(`/control/telegram/${call}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export const introduce = (person) => ask('PUT', 'user', person);
export const send = (user, text) => ask('POST', 'send', { user, text });
export const press = (user, messageId, button) => ask('POST', 'press', { user, messageId, button });
export const pay = (user, messageId) => ask('POST', 'pay', { user, messageId });
export const repeat = (user) => ask('POST', 'repeat', { user });
export const block = (user, blocked) => ask('POST', 'block', { user, blocked });
