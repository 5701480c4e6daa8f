import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one line that a script can read, and fails a run without any test. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const passed = count(modules, 'passed');
    const skipped = count(modules, 'skipped');
    // A file that does not load, or an error outside of a test, counts as failed although no test of it
    // failed.
    const broken = modules.filter((module) => !module.ok() && count([module], 'failed') === 0).length;
    const failed = count(modules, 'failed') + broken + unhandledErrors.length;
    if (passed + failed === 0) process.exitCode = 1;
    const parts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
    process.stdout.write(`${parts.join(', ')}\n`);
  }
}

function count(modules: readonly TestModule[], state: 'passed' | 'failed' | 'skipped'): number {
  return modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
}
