import manifest from '../../package.json' with { type: 'json' };

/** By what databases and directories know this program. */
export const PROGRAM = manifest.name;
