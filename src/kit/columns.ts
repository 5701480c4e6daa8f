import { p } from '@mikro-orm/postgresql';

// Columns that entities of every folder have, where MikroORM's own default is another type in the database.

/** An instant, to the microsecond. */
export const instant = () => p.datetime().columnType('timestamptz');
/** A number that the database hands out, or a reference to one. */
export const id = () => p.bigint('number');
/** Bytes. */
export const bytes = () => p.type('bytea').$type<Buffer>();
/** A list of texts. */
export const texts = (type: 'text[]' | 'cidr[]' = 'text[]') => p.array().columnType(type);
