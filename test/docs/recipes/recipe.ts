import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Program } from '../../e2e/program.ts';
import { newDataDirectory } from '../../support/postgres.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** What generating and checking types reads, beside the packages and the console as it was built. */
const COPIED = ['src', 'migrations', 'package.json', 'tsconfig.json', 'codegen.ts', 'test/graphql/documents'];
const LINKED = ['node_modules', 'build'];

/** A change of one file. */
interface Edit {
  /** The path from the project's root. */
  file: string;
  /** A text that stands once in the file; left out for a file that the change adds. */
  anchor?: string;
  /** What stands in the place of the anchor, or in the new file. `$&` is the anchor itself. */
  text: string;
}

/** A change that docs/changing.md describes, made in a copy of the project. */
export interface Recipe {
  /** The heading of its section. */
  heading: string;
  /** How many files of src it may touch by hand. */
  mostFiles: number;
  edits: readonly Edit[];
  /** Expects what the recipe promises of the service that was started from the copy. */
  shows(changed: Changed): Promise<void>;
}

interface Changed {
  program: Program;
  /** The GraphQL schema as the copy prints it. */
  schema: string;
}

/** The text of a file after an edit. Throws when its anchor does not stand there once. */
function edited(before: string, { file, anchor, text }: Edit): string {
  const [head, ...rest] = anchor === undefined ? [before] : before.split(anchor);
  if (anchor === undefined ? before !== '' : rest.length !== 1)
    throw new Error(`${file} has the anchor ${rest.length} times: ${anchor}`);
  return `${head}${text.replaceAll('$&', () => anchor ?? '')}${rest.join('')}`;
}

/** The changed files of a project with these recipes, one after the other. Throws as `edited` does. */
export async function changedFiles(recipes: readonly Recipe[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const edit of recipes.flatMap(({ edits }) => edits)) {
    const { file, anchor } = edit;
    const before =
      files.get(file) ?? (anchor === undefined ? '' : await readFile(join(PROJECT, file), 'utf8'));
    files.set(file, edited(before, edit));
  }
  return files;
}

/** A copy of the project in which the recipes were followed; it is removed after the run. */
export async function copyWith(recipes: readonly Recipe[]): Promise<string> {
  const copy = newDataDirectory();
  await mkdir(join(copy, 'test'), { recursive: true });
  await Promise.all([
    ...COPIED.map((path) => cp(join(PROJECT, path), join(copy, path), { recursive: true })),
    ...LINKED.map((path) => symlink(join(PROJECT, path), join(copy, path))),
  ]);
  for (const [file, text] of await changedFiles(recipes)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
  }
  return copy;
}

/** Runs a script of the package there; what it has printed, and nothing when it succeeds silently. */
export async function runScript(copy: string, script: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['run', '-s', script], { cwd: copy });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}` || String(error);
  }
}
