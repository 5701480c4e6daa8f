import { p } from '@mikro-orm/postgresql';

// Column types for the entities of every folder, where MikroORM would choose another type in the database.

/** An instant, with microseconds. */
export const instant = () => p.datetime().columnType('timestamptz');
/** A number that the database generates, or a reference to one. */
export const id = () => p.bigint('number');
export const bytes = () => p.type('bytea').$type<Buffer>();
export const texts = (type: 'text[]' | 'cidr[]' = 'text[]') => p.array().columnType(type);
