import { useState } from 'react';
import { useQuery } from 'urql';
import { bulkClient } from '../../../data/client.ts';
import { failureText } from '../../../data/refusals.ts';
import { graphql } from '../../../generated/index.ts';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { ErrorNote } from '../../../kit/Page.tsx';
import { Field } from '../../../kit/fields.tsx';
import { Icon } from '../../../kit/Icon.tsx';
import { Select } from '../../../kit/fields.tsx';
import { TextInput } from '../../../kit/fields.tsx';
import { toast } from '../../../kit/Toast.tsx';
import { download } from '../../../kit/files.ts';
import { LINE_FORMATS, speaks } from '../../../proxies/lines.ts';
import {
  type ExportFile,
  type ExportFormat,
  exportFile,
  lineFormatOf,
  type OrderAccess,
} from './export-file.ts';

const ORDERS_TO_EXPORT = graphql(`
  query OrdersToExport($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on Order {
        id
        protocol
        quantity
      }
    }
  }
`);

const ORDER_ACCESS = graphql(`
  query OrderAccess($ids: [ID!]!, $format: LineFormat!, $count: Int!) {
    nodes(ids: $ids) {
      __typename
      ... on Order {
        id
        tier
        type
        country
        protocol
        expiresAt
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

/** Of each Luxury order: a hundred orders with more would be too much for one request. */
const MOST_LINES = 50;

interface ExportDialogProps {
  ids: readonly string[];
  onClose: () => void;
}

/** The access to the selected orders in one file. Passwords are asked for when it is made, and not before. */
export function ExportDialog({ ids, onClose }: ExportDialogProps) {
  const [variables] = useState({ ids: [...ids] });
  const [{ data, error: loadError }] = useQuery({ query: ORDERS_TO_EXPORT, variables });
  const [format, setFormat] = useState<ExportFormat>('HPUP');
  const [typedCount, setCount] = useState('1');
  const [busy, setBusy] = useState<'copy' | 'download'>();
  const [problem, setProblem] = useState<string>();

  const orders = (data?.nodes ?? []).flatMap((node) => (node && 'protocol' in node ? [node] : []));
  const usable = orders.filter(({ protocol }) => speaks(protocol, lineFormatOf(format)));
  const leftOut = orders.length - usable.length;
  const hasLuxury = usable.some(({ __typename }) => __typename === 'LuxuryOrder');
  const count = Number(typedCount);
  const isCount = Number.isInteger(count) && count >= 1 && count <= MOST_LINES;

  const make = async (way: 'copy' | 'download', use: (file: ExportFile) => Promise<void> | void) => {
    setBusy(way);
    setProblem(undefined);
    const asked = { ids: usable.map(({ id }) => id), format: lineFormatOf(format), count };
    const { data: access, error } = await bulkClient.query(ORDER_ACCESS, asked);
    setBusy(undefined);
    if (!access || error) return setProblem(error && failureText(error));
    const found = access.nodes.filter((node) => node && 'proxies' in node) as OrderAccess[];
    await use(exportFile(format, found));
  };
  const save = () =>
    make('download', (file) => {
      download(`proxies.${file.ending}`, file.text, file.type);
      toast(`Saved ${proxiesText(file.count)}.`);
      onClose();
    });
  const copy = () =>
    make('copy', async (file) => {
      try {
        await navigator.clipboard.writeText(file.text);
        toast(`Copied ${proxiesText(file.count)}.`);
      } catch {
        setProblem('The browser did not allow copying. Download the file instead.');
      }
    });

  const isReady = usable.length > 0 && (!hasLuxury || isCount) && !busy;
  return (
    <Dialog
      title={ids.length === 1 ? 'Export 1 order' : `Export ${ids.length} orders`}
      onClose={onClose}
      actions={
        <>
          <Button busy={busy === 'copy'} disabled={!isReady && busy !== 'copy'} onClick={copy}>
            <Icon name="copy" />
            Copy
          </Button>
          <Button
            variant="primary"
            busy={busy === 'download'}
            disabled={!isReady && busy !== 'download'}
            onClick={save}
          >
            <Icon name="download" />
            Download
          </Button>
        </>
      }
    >
      <ErrorNote message={problem ?? (loadError && failureText(loadError))} />
      <Field label="Format">
        {(control) => (
          <Select
            {...control}
            value={format}
            onChange={({ target }) => setFormat(target.value as ExportFormat)}
          >
            <optgroup label="Text, a line for each proxy">
              {LINE_FORMATS.map(({ format: value, example }) => (
                <option key={value} value={value}>
                  {example}
                </option>
              ))}
            </optgroup>
            <optgroup label="With the order, its product, country and end">
              <option value="CSV">CSV</option>
              <option value="JSON">JSON</option>
            </optgroup>
          </Select>
        )}
      </Field>
      {hasLuxury && (
        <Field
          label="Lines of each Luxury order"
          hint="Each sticky line keeps an exit address of its own. An order that rotates has one line."
          error={isCount ? undefined : `Enter a whole number from 1 to ${MOST_LINES}.`}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={typedCount}
              onChange={({ target }) => setCount(target.value)}
            />
          )}
        </Field>
      )}
      {leftOut > 0 && (
        <p>
          {leftOut === 1 ? '1 order is' : `${leftOut} orders are`} left out: the proxies do not speak this
          protocol.
        </p>
      )}
      <p>Whoever has the file can use the proxies: keep it as safe as a password.</p>
    </Dialog>
  );
}

function proxiesText(count: number): string {
  return count === 1 ? '1 proxy' : `${count.toLocaleString('en-US')} proxies`;
}
