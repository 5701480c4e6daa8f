import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Surroundings } from './cluster.ts';
import type { Node } from './node.ts';

/** Executes a command of Patroni's operator on a machine, with what is typed at its questions. */
export async function patronictl(
  { programs, directory }: Surroundings,
  { name }: Node,
  args: readonly string[],
  typed = '',
): Promise<void> {
  const file = join(dirname(programs.patroni), 'patronictl');
  const command = execFile(file, ['-c', join(directory, `${name}.yml`), ...args]);
  command.stdin?.end(typed);
  const [status] = await once(command, 'exit');
  if (status !== 0) throw new Error(`patronictl ${args[0]} has ended with ${status}`);
}
