import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Surroundings } from './cluster.ts';
import type { Node } from './node.ts';

/**
 * Executes a command of Patroni's operator on a machine, with what is typed at its questions. Returns what it
 * has printed.
 */
export async function patronictl(
  { programs, directory }: Surroundings,
  { name }: Node,
  args: readonly string[],
  typed = '',
): Promise<string> {
  const file = join(dirname(programs.patroni), 'patronictl');
  const command = execFile(file, ['-c', join(directory, `${name}.yml`), ...args]);
  command.stdin?.end(typed);
  let printed = '';
  command.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [status] = await once(command, 'close');
  if (status !== 0) throw new Error(`patronictl ${args[0]} has ended with ${status}`);
  return printed;
}
