import { expect, test } from 'vitest';
import { linked } from './linked.ts';

test('what is asked is answered, to each question its own answer, in whatever order they come', async () => {
  const { primary, worker } = linked();
  const later = Promise.withResolvers<void>();
  primary.answer('take slot', async ({ id }) => {
    if (id === 1) await later.promise;
    else later.resolve();
    return id;
  });
  const answers = [1, 2].map((id) => worker.ask('take slot', { id, claims: [] }));
  expect(await Promise.all(answers)).toEqual([1, 2]);
});

test('a question that cannot be answered fails with the reason, and the next one is answered', async () => {
  const { primary, worker } = linked();
  primary.answer('take slot', ({ id }) => {
    if (id < 0) throw new RangeError('no such slot');
    return null;
  });
  await expect(worker.ask('take slot', { id: -1, claims: [] })).rejects.toThrow('RangeError: no such slot');
  expect(await worker.ask('take slot', { id: 9, claims: [] })).toBeNull();
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
