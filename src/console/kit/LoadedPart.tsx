import { type ComponentType, lazy, useState } from 'react';

/** A component in files of its own, which are loaded when it is first rendered, or before. */
export interface Part<Props extends object> {
  /** Done when it can be rendered at once. */
  load(): Promise<unknown>;
  component(): ComponentType<Props>;
}

/**
 * React's `lazy` alone waits even for what has been loaded, and once something else is shown meanwhile, that
 * stays for 300 ms at least.
 */
export function partOf<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const later = lazy(keep);
  return { load: keep, component: () => loaded ?? later };
}

export function LoadedPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  // The same one as long as it is shown: another one would begin anew.
  const [Component] = useState(() => part.component());
  return <Component {...props} />;
}
