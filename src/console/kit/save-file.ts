/** In ms: browsers read the file a moment after the click. */
const KEPT_MS = 60_000;

/** Saves texts, one after the other, as a file of the reader's. */
export function saveFile(name: string, texts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...texts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
