import { setTimeout } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { databaseAddress, inSchema } from '../kit/address.ts';
import { PgClient } from '../kit/connection.ts';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { migrate, pinFunctions } from '../kit/migrations.ts';

/** As many as an installation may ever want nodes: each has tables, connections and jobs of its own. */
export const MAX_CELLS = 32;
/**
 * How many numbers a cell has: of resellers so many that those of all cells fit into an operation's id, of
 * orders so many that all fit into 31 bits, as programs keep them, and of what else has one so many that all
 * are exact in JSON.
 */
const RESELLERS_OF_CELL = 2 ** 25;
const ORDERS_OF_CELL = 2 ** 26;
const IDS_OF_CELL = 10_000_000_000_000;

/** The schema of what is of no reseller, and of everything where there are no cells. */
export const HOME = 'public';
/** What the database had before it was divided. */
export const FIRST_CELL = 1;
export const schemaOf = (cell: number) => `cell_${cell}`;

/** The cells of what has a number, by that. */
export const cellOfReseller = (id: number) => Math.ceil(id / RESELLERS_OF_CELL);
export const cellOfOrder = (id: number) => Math.ceil(id / ORDERS_OF_CELL);
export const cellOfId = (id: number) => Math.floor(id / IDS_OF_CELL) + 1;

/** The numbers of the cells. None where the tables of everything are in one schema. */
export async function readCells(db: Pick<Sql, 'selectFrom'>): Promise<number[]> {
  const rows = await db.selectFrom('cells').select('number').orderBy('number').execute();
  return rows.map(({ number }) => number);
}

/**
 * Brings the schemas of all cells up to date, as `migrate` does one. Who waits for the schema waits for that
 * of what is of no reseller: it comes last.
 */
export async function migrateAll(url: string, onWaiting: (what: string) => void): Promise<string[]> {
  const executed: string[] = [];
  for (const cell of await withClient(url, numbersIn)) {
    const ofCell = await migrate(inSchema(url, schemaOf(cell)), { onWaiting });
    executed.push(...ofCell.map((name) => `${schemaOf(cell)}: ${name}`));
  }
  return [...executed, ...(await migrate(url, { onWaiting }))];
}

/** Thrown for what cannot be done with cells at present. */
export class CellError extends DomainError {
  readonly code = 'invalid_request';
}

/**
 * Adds cells without resellers until there are `count`, and returns the new ones. The first one is what the
 * database had before: its schema is renamed, and no row is written. No process may serve meanwhile, since
 * each knows the cells of its start. What is cut off is done by the next call. Throws CellError.
 */
export function addCells(url: string, count: number): Promise<number[]> {
  return withClient(url, async (client) => {
    const isCitus = await hasCitus(client);
    const before = await numbersIn(client);
    if (before.length === 0) await renameToFirst(client, url);
    if (isCitus) await distribute(client, schemaOf(FIRST_CELL));
    const known = await numbersIn(client);
    for (let cell = 1; cell <= count; cell++) {
      if (known.includes(cell)) continue;
      const schema = schemaOf(cell);
      // All tables of such a schema are made on one node.
      if (isCitus) await client.query('set citus.enable_schema_based_sharding = on');
      await client.query(`create schema if not exists ${schema}`);
      await migrate(inSchema(url, schema));
      await startNumbers(client, cell);
      if (isCitus) await setLogged(client, schema);
      await client.query('insert into cells (number) values ($1)', [cell]);
    }
    return (await numbersIn(client)).filter((cell) => !before.includes(cell));
  });
}

/** The other tables are made beforehand, so that at any instant there is one schema of this name. */
async function renameToFirst(client: Client, url: string): Promise<void> {
  const { rows } = await client.query<{ last: number }>('select last_value as last from order_ids');
  if ((rows[0]?.last ?? 0) > ORDERS_OF_CELL)
    throw new CellError(`An order has a number above ${ORDERS_OF_CELL}, which is that of another cell.`);
  const next = 'next_home';
  await client.query(`drop schema if exists ${next} cascade`);
  await client.query(`create schema ${next}`);
  await migrate(inSchema(url, next));
  await client.query('begin');
  await client.query(`alter schema ${HOME} rename to ${schemaOf(FIRST_CELL)}`);
  await client.query(`alter schema ${next} rename to ${HOME}`);
  await client.query('insert into cells (number) values (1)');
  await returnExtensions(client, schemaOf(FIRST_CELL));
  await pinFunctions(async (text) => (await client.query<{ name: string }>(text)).rows, schemaOf(FIRST_CELL));
  await client.query('commit');
}

/** What extensions have put into the schema that was renamed. */
async function returnExtensions(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ moved: string }>(
    `select format('extension %I', extname) as moved from pg_extension
        where extnamespace = $1::regnamespace and extrelocatable
      union all select format('view %s', c.oid::regclass) from pg_class c join pg_depend d on d.objid = c.oid
        join pg_extension e on e.oid = refobjid and extnamespace <> relnamespace
        where deptype = 'e' and relkind = 'v' and relnamespace = $1::regnamespace`,
    [schema],
  );
  for (const { moved } of rows) await client.query(`alter ${moved} set schema ${HOME}`);
}

/**
 * Makes a schema one of Citus where it is, unless it is: with no other node to choose, its tables stay on the
 * coordinator.
 */
async function distribute(client: Client, schema: string): Promise<void> {
  const known = await client.query('select from pg_dist_schema where schemaid = $1::regnamespace', [schema]);
  if (known.rowCount) return;
  await setLogged(client, schema);
  await client.query('begin');
  const { rows: nodes } = await client.query<{ name: string; port: number; group: number; has: boolean }>(
    'select nodename as name, nodeport as port, groupid as group, shouldhaveshards as has from pg_dist_node',
  );
  const { rows: sequences } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
      where schemaname = $1 and last_value is not null`,
    [schema],
  );
  const setNode = `select citus_set_node_property($1, $2, 'shouldhaveshards', $3)`;
  for (const { name, port, group } of nodes) await client.query(setNode, [name, port, group === 0]);
  await client.query(
    `select citus_add_local_table_to_metadata(oid, true) from pg_class
      where relnamespace = $1::regnamespace and relkind in ('r', 'p') and not relispartition`,
    [schema],
  );
  await client.query('select citus_schema_distribute($1::regnamespace)', [schema]);
  for (const { name, port, has } of nodes) await client.query(setNode, [name, port, has]);
  // The sequences of identity columns were made anew.
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [name, last]);
  await client.query('commit');
}

/** Nothing has got a number yet, so that what a schema has does not collide when it is read with others. */
async function startNumbers(client: Client, cell: number): Promise<void> {
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass,
      start_value + ($2::bigint - 1) * case sequencename when 'resellers_id_seq' then $3::bigint
        when 'order_ids' then $4::bigint else $5::bigint end, false)
    from pg_sequences where schemaname = $1 and last_value is null`,
    [schemaOf(cell), cell, RESELLERS_OF_CELL, ORDERS_OF_CELL, IDS_OF_CELL],
  );
}

/** Logical replication, by which a schema moves while it is written, has what is logged alone. */
async function setLogged(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ command: string }>(
    `select format('alter table %s set logged', oid::regclass) as command from pg_class
      where relnamespace = $1::regnamespace and relpersistence = 'u' and relkind = 'r'`,
    [schema],
  );
  for (const { command } of rows) await client.query(command);
}

export interface PlacedCell {
  cell: number;
  /** Such as `db3:5432`; null on a single server. */
  node: string | null;
  bytes: number;
}

export function placesOfCells(url: string): Promise<PlacedCell[]> {
  return withClient(url, async (client) => {
    const cells = await numbersIn(client);
    const { rows } = await client.query<{ schema: string; node: string | null; bytes: string }>(
      (await hasCitus(client))
        ? `select n.nspname as schema, nodename || ':' || nodeport as node,
            coalesce(sum(size), 0)::text as bytes
            from pg_class c join pg_namespace n on n.oid = relnamespace
            join pg_dist_shard on logicalrelid = c.oid join pg_dist_placement using (shardid)
            join pg_dist_node using (groupid) left join citus_shard_sizes() on shard_id = shardid
            where noderole = 'primary' group by 1, 2`
        : `select nspname as schema, null as node, sum(pg_total_relation_size(c.oid))::text as bytes
            from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' group by 1`,
    );
    return cells.map((cell) => {
      const place = rows.find(({ schema }) => schema === schemaOf(cell));
      return { cell, node: place?.node ?? null, bytes: Number(place?.bytes ?? 0) };
    });
  });
}

/**
 * Tables of a cell that are copied at once. Each takes new connections of both nodes, which read the whole
 * catalog: 16 at once, Citus's default, keep all cells waiting for seconds where nodes have few processors.
 */
const COPIED_AT_ONCE = 2;
/**
 * How long a move waits until what earlier ones have left is deleted, in ms; Citus does that some seconds
 * after each, but not while a check of the books reads there, which takes minutes. A move would do it, too:
 * then each waits for the locks of the other, and callers with them.
 */
const CLEARED_WITHIN_MS = 600_000;
const ASK_EVERY_MS = 1_000;
/** After it was deleted, in ms: all connections read the catalog anew, and do again for a move's tables. */
const SETTLED_AFTER_MS = 5_000;

/**
 * Moves a cell to a node, such as `db3` or `db3:5432`, while it is used: its rows are copied by logical
 * replication, and what writes to it waits for the last of them. Throws CellError with what Citus says.
 */
export function moveCell(url: string, cell: number, node: string): Promise<void> {
  return withClient(url, async (client) => {
    if (!(await hasCitus(client)))
      throw new CellError('Cells move between the nodes of Citus, which this database is not.');
    const nodes = await nodesIn(client);
    const [named, ...others] = nodes.filter((one) => one === node || one.startsWith(`${node}:`));
    if (named === undefined || others.length > 0)
      throw new CellError(`"${node}" is not one node; there are ${nodes.join(', ') || 'none'}.`);
    const [host, port] = named.split(':');
    await untilCleared(client);
    await client.query(`set citus.max_adaptive_executor_pool_size = ${COPIED_AT_ONCE}`);
    const move = `select citus_schema_move($1::regnamespace, $2, $3::int, 'force_logical')`;
    await client.query(move, [schemaOf(cell), host, port]).catch((error) => {
      if (!(error instanceof DatabaseError)) throw error;
      const said = [error.message, error.detail, error.hint].filter(Boolean).join('; ');
      throw new CellError(`Citus has not moved it, and it stays where it is: ${said}.`);
    });
  });
}

async function untilCleared(client: Client): Promise<void> {
  const giveUpAt = performance.now() + CLEARED_WITHIN_MS;
  const isCleared = async () => (await client.query('select from pg_dist_cleanup limit 1')).rowCount === 0;
  if (await isCleared()) return;
  do await setTimeout(ASK_EVERY_MS);
  while (!(await isCleared()) && performance.now() < giveUpAt);
  await setTimeout(SETTLED_AFTER_MS);
}

export const readNodes = (url: string): Promise<string[]> => withClient(url, nodesIn);

/** What evens out the bytes of the nodes: each move takes a cell from the fullest to the emptiest. */
export function planMoves(placed: readonly PlacedCell[], nodes: readonly string[]) {
  const cells = placed.map((one) => ({ ...one }));
  const moves: { cell: number; node: string }[] = [];
  for (;;) {
    const sums = nodes.map((node) => {
      const own = cells.filter((one) => one.node === node);
      return { node, own, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) };
    });
    sums.sort((one, other) => other.bytes - one.bytes);
    const [fullest, emptiest] = [sums[0], sums.at(-1)];
    if (!fullest || !emptiest) return moves;
    const gap = fullest.bytes - emptiest.bytes;
    // One as large as the gap would only change which of them is the fullest.
    const fitting = fullest.own.filter(({ bytes }) => bytes < gap && bytes > 0);
    // One that was never moved is still where the database was, which need not be one of the nodes.
    const unmoved = cells.find((one) => one.node === null || !nodes.includes(one.node));
    const [closest] = fitting.sort(
      (one, other) => Math.abs(one.bytes - gap / 2) - Math.abs(other.bytes - gap / 2),
    );
    const best = unmoved ?? closest;
    if (!best) return moves;
    best.node = emptiest.node;
    moves.push({ cell: best.cell, node: emptiest.node });
  }
}

async function nodesIn(client: Client): Promise<string[]> {
  if (!(await hasCitus(client))) return [];
  const { rows } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from pg_dist_node
      where noderole = 'primary' and isactive and shouldhaveshards order by 1`,
  );
  return rows.map(({ node }) => node);
}

async function numbersIn(client: Client): Promise<number[]> {
  const known = await client.query(`select where to_regclass('cells') is not null`);
  if (known.rowCount === 0) return [];
  const { rows } = await client.query<{ number: number }>('select number from cells order by number');
  return rows.map(({ number }) => number);
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/** To move a cell takes as long as its rows, whatever limits the role has for requests. */
async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new PgClient({ ...databaseAddress(url), keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`set ${limit} = 0`);
    return await work(client);
  } finally {
    await client.end();
  }
}
