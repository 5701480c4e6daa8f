import type { Log } from './kit/log.ts';
import { within } from './kit/within.ts';
import type { Opened } from './opened.ts';
import type { TracingConfig } from './tracing/open-tracing.ts';

/** Records the spans of this process, if a collector is named; those that wait are sent when it closes. */
export async function recordSpans(
  config: TracingConfig | undefined,
  log: Log,
  opened: Opened,
): Promise<void> {
  if (!config) return;
  // Without a collector the packages are not loaded: some 100 ms of processor time, and 18 MB.
  const { FLUSH_WITHIN_MS, openTracing } = await import('./tracing/open-tracing.ts');
  const close = openTracing(config, log);
  opened.onClose(() => within(FLUSH_WITHIN_MS, close()));
}
