import manifest from '../../package.json' with { type: 'json' };

/** The name of this program, for databases and directories. */
export const PROGRAM = manifest.name;
export const VERSION = manifest.version;
