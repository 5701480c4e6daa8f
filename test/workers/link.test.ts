import { expect, test } from 'vitest';
import { linked } from './linked.ts';

test('what is asked is answered, to each question its own answer, in whatever order they come', async () => {
  const { primary, worker } = linked();
  const later = Promise.withResolvers<void>();
  primary.answer('take slot', async ({ id }) => {
    if (id === 1) await later.promise;
    else later.resolve();
    return id === 1;
  });
  const answers = [1, 2].map((id) => worker.ask('take slot', { id, owner: { kind: 'key', id: 7 } }));
  expect(await Promise.all(answers)).toEqual([true, false]);
});

test('a question that cannot be answered fails with the reason, and the next one is answered', async () => {
  const { primary, worker } = linked();
  primary.answer('take slot', ({ id }) => {
    if (id < 0) throw new RangeError('no such slot');
    return true;
  });
  await expect(worker.ask('take slot', { id: -1, owner: { kind: 'key', id: 7 } })).rejects.toThrow(
    'RangeError: no such slot',
  );
  expect(await worker.ask('take slot', { id: 9, owner: { kind: 'key', id: 7 } })).toBe(true);
});

test('what is told arrives in its order, both ways at once', async () => {
  const { primary, worker, settled } = linked();
  const heard: string[] = [];
  primary.on('give slot back', (id) => heard.push(`give slot back ${id}`));
  worker.on('terminate', (id) => heard.push(`terminate ${id}`));
  for (const value of [1, 2]) {
    worker.tell('give slot back', value);
    primary.tell('terminate', value);
  }
  await settled();
  expect(heard).toEqual(['give slot back 1', 'terminate 1', 'give slot back 2', 'terminate 2']);
});
