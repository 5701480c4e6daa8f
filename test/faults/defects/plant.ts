import { registerHooks } from 'node:module';
import { DEFECTS } from './defects.ts';

// Imported before the program (`node --import plant.ts?defect=no-fence src/main.ts`): the program then runs
// with that defect, or with several (`?defect=no-fence,no-sweep`). The files stay unchanged.

const SRC = new URL('../../../src/', import.meta.url);
const name = new URL(import.meta.url).searchParams.get('defect') ?? '';
const changes = name.split(',').flatMap((one) => {
  const found = DEFECTS[one];
  if (!found)
    throw new Error(`There is no defect "${one}": take some of ${Object.keys(DEFECTS).join(', ')}.`);
  return found;
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    let source = String(loaded.source);
    for (const { file, from, to } of changes) {
      if (url.split('?')[0] !== new URL(file, SRC).href) continue;
      if (!source.includes(from))
        throw new Error(`${file} has changed: the defect "${name}" has no place in it.`);
      source = source.replace(from, () => to);
    }
    return source === String(loaded.source) ? loaded : { ...loaded, source };
  },
});
