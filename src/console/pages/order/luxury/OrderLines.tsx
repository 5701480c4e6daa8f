import { useEffect } from 'react';
import { useQuery } from 'urql';
import { failureText } from '../../../data/refusals.ts';
import type { LineFormat, LineProtocol } from '../../../generated/graphql.ts';
import { graphql } from '../../../generated/index.ts';
import { ErrorNote } from '../../../kit/Page.tsx';
import { LinesBox } from '../../../proxies/LinesBox.tsx';

const ORDER_LINES = graphql(`
  query OrderLines($id: ID!, $format: LineFormat!, $protocol: LineProtocol, $count: Int!) {
    order(id: $id) {
      id
      ... on LuxuryOrder {
        lines(format: $format, protocol: $protocol, count: $count)
      }
    }
  }
`);

interface OrderLinesProps {
  orderId: string;
  format: LineFormat;
  /** Undefined for what the format or the settings say. */
  protocol: LineProtocol | undefined;
  count: number;
  /** What the lines are made of besides: when it changes, they are asked for again. */
  basis: string;
  command: string | undefined;
}

/** The service writes the lines, so that they are those that every other client gets. */
export function OrderLines({ orderId, format, protocol, count, basis, command }: OrderLinesProps) {
  const [{ data, error }, ask] = useQuery({
    query: ORDER_LINES,
    variables: { id: orderId, format, protocol: protocol ?? null, count },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    if (basis) ask({ requestPolicy: 'network-only' });
  }, [ask, basis]);
  const order = data?.order;
  const lines = order && 'lines' in order ? order.lines : undefined;
  return (
    <>
      <ErrorNote
        message={error && failureText(error)}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
      />
      <LinesBox
        lines={lines}
        rows={count}
        fileName={`order-${orderId}-${format.toLowerCase()}`}
        command={command}
      />
    </>
  );
}
