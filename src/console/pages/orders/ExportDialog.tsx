import { useEffect, useState } from 'react';
import type { AnyVariables, DocumentInput } from 'urql';
import { readBulk } from '../../data/client.ts';
import type { LineFormat, OrderAccessQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { SelectField, TextField } from '../../kit/fields.tsx';
import { csvLine, download } from '../../kit/files.ts';
import { Icon } from '../../kit/Icon.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { toast } from '../../kit/Toast.tsx';
import { LINE_FORMATS, lineOf, type ProxyAccess, speaks } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';

const ORDERS_TO_EXPORT = graphql(`
  query OrdersToExport($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Order {
        id
        protocol
      }
    }
  }
`);

const ORDER_ACCESS = graphql(`
  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {
    nodes(ids: $ids) {
      ... on Order {
        id
        tier
        type
        country
        protocol
        expiresAt
        label
        customer
        note
        proxies {
          host
          port
          login
          password
        }
      }
      ... on LuxuryOrder {
        lines(format: $format, count: $count)
      }
    }
  }
`);

/** The most lines of each Luxury order: a hundred orders with more are too much for one request. */
const MOST_LINES = 50;

/** The access to the selected orders in one file. Passwords are asked for when it is made, and not before. */
export function ExportDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { nodes, failure } = useNodes(ORDERS_TO_EXPORT, ids);
  const [format, setFormat] = useState<ExportFormat>('HPUP');
  const [typedCount, setCount] = useState('1');
  const [busy, setBusy] = useState<'copy' | 'download'>();
  const [problem, setProblem] = useState<string>();

  const orders = (nodes ?? []).flatMap((node) => (node && 'protocol' in node ? [node] : []));
  const usable = orders.filter(({ protocol }) => speaks(protocol, lineFormatOf(format)));
  const leftOut = orders.length - usable.length;
  const hasLuxury = usable.some(({ __typename }) => __typename === 'LuxuryOrder');
  const count = Number(typedCount);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MOST_LINES;

  const make = async (way: 'copy' | 'download', use: (file: ExportFile) => Promise<void> | void) => {
    setBusy(way);
    setProblem(undefined);
    const numbers = usable.map(({ id }) => id);
    try {
      const access = await readNodes(ORDER_ACCESS, numbers, { format: lineFormatOf(format), count });
      await use(exportFile(format, access.filter((node) => node && 'proxies' in node) as OrderAccess[]));
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(undefined);
  };
  const save = () =>
    make('download', (file) => {
      download(`proxies.${file.ending}`, file.text, file.type);
      toast(t('export-saved', { count: file.count }));
      onClose();
    });
  const copy = () =>
    make('copy', async (file) => {
      try {
        await navigator.clipboard.writeText(file.text);
        toast(t('export-copied', { count: file.count }));
      } catch {
        setProblem(t('export-not-copied'));
      }
    });

  const isReady = usable.length > 0 && (!hasLuxury || isCount) && !busy;
  return (
    <Dialog
      title={t('export-title', { count: ids.length })}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy === 'copy'} disabled={!isReady && busy !== 'copy'} onClick={copy}>
            <Icon name="copy" />
            {t('export-copy')}
          </Button>
          <Button
            variant="primary"
            busy={busy === 'download'}
            disabled={!isReady && busy !== 'download'}
            onClick={save}
          >
            <Icon name="download" />
            {t('download')}
          </Button>
        </>
      }
    >
      <ErrorNote message={problem ?? failure} />
      <SelectField
        label={t('lines-format')}
        value={format}
        onChange={(value) => setFormat(value as ExportFormat)}
      >
        <optgroup label={t('export-text')}>
          {LINE_FORMATS.map(({ format: value, example }) => (
            <option key={value} value={value}>
              {example}
            </option>
          ))}
        </optgroup>
        <optgroup label={t('export-table')}>
          <option value="CSV">CSV</option>
          <option value="JSON">JSON</option>
        </optgroup>
      </SelectField>
      {hasLuxury && (
        <TextField
          label={t('export-lines')}
          hint={t('export-lines-hint')}
          error={isCount ? undefined : t('export-bad-lines', { most: MOST_LINES })}
          inputMode="numeric"
          autoComplete="off"
          value={typedCount}
          onChange={setCount}
        />
      )}
      {leftOut > 0 && <p>{t('export-left-out', { count: leftOut })}</p>}
      <p>{t('export-secret')}</p>
    </Dialog>
  );
}

type ExportFormat = LineFormat | 'CSV' | 'JSON';

type OrderAccess = Extract<
  NonNullable<OrderAccessQuery['nodes'][number]>,
  { __typename: 'TermOrder' | 'LuxuryOrder' }
>;

interface ExportFile {
  text: string;
  count: number;
  ending: 'txt' | 'csv' | 'json';
  type: string;
}

/** The format in which a Luxury order's lines are asked for. Tables take its ports only. */
function lineFormatOf(format: ExportFormat): LineFormat {
  return format === 'CSV' || format === 'JSON' ? 'HPUP' : format;
}

function exportFile(format: ExportFormat, orders: readonly OrderAccess[]): ExportFile {
  if (format === 'JSON') {
    const all = orders.map((order) => ({ ...factsOf(order), proxies: accessesOf(order) }));
    const count = all.reduce((sum, { proxies }) => sum + proxies.length, 0);
    return { text: `${JSON.stringify(all, null, 2)}\n`, count, ending: 'json', type: 'application/json' };
  }
  if (format === 'CSV') {
    const rows = orders.flatMap((order) =>
      accessesOf(order).map(({ host, port, login, password }) => [
        ...Object.values(factsOf(order)),
        ...[host, String(port), login, password],
      ]),
    );
    const text = [HEADINGS, ...rows].map(csvLine).join('');
    return { text, count: rows.length, ending: 'csv', type: 'text/csv' };
  }
  const lines = orders.flatMap((order) =>
    order.__typename === 'LuxuryOrder' ? order.lines : order.proxies.map((proxy) => lineOf(format, proxy)),
  );
  const text = lines.map((line) => `${line}\n`).join('');
  return { text, count: lines.length, ending: 'txt', type: 'text/plain' };
}

const HEADINGS = 'order,tier,type,country,protocol,ends,label,customer,note,host,port,login,password'.split(
  ',',
);

/** In the order of `HEADINGS`. */
function factsOf(order: OrderAccess) {
  const { id, tier, type, country, protocol, expiresAt, label, customer, note } = order;
  return { id, tier, type, country, protocol, expiresAt, label, customer, note };
}

/** The lines of a Luxury order differ in their ports only. */
function accessesOf(order: OrderAccess): ProxyAccess[] {
  const proxies = order.proxies.map(({ host, port, login, password }) => ({ host, port, login, password }));
  const [proxy] = proxies;
  if (order.__typename !== 'LuxuryOrder' || !proxy) return proxies;
  return order.lines.map((line) => ({
    ...proxy,
    port: Number.parseInt(line.slice(proxy.host.length + 1), 10),
  }));
}

/** The most objects that the service finds in one request. */
const MOST_NODES = 100;

/** As `readBulk`, for any number of objects by their ids. */
async function readNodes<Node, Variables extends AnyVariables & { ids: string | string[] }>(
  query: DocumentInput<{ nodes: Node[] }, Variables>,
  ids: readonly string[],
  others: Omit<Variables, 'ids'>,
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (let at = 0; at < ids.length; at += MOST_NODES) {
    const some = { ...others, ids: ids.slice(at, at + MOST_NODES) } as Variables;
    nodes.push(...(await readBulk(query, some)).nodes);
  }
  return nodes;
}

/** Objects by the ids that a dialog was opened with, read once; `again` tries after a `failure`. */
function useNodes<Node>(
  query: DocumentInput<{ nodes: Node[] }, { ids: string | string[] }>,
  ids: readonly string[],
) {
  const [nodes, setNodes] = useState<Node[]>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const [wanted] = useState(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again.
  useEffect(() => {
    setFailure(undefined);
    readNodes(query, wanted, {}).then(setNodes, ({ message }) => setFailure(message));
  }, [query, wanted, attempt]);
  return { nodes, failure, again: () => setAttempt(attempt + 1) };
}
