import { useState } from 'react';
import { useFresh } from '../../data/use-fresh.ts';
import type { LineFormat, LineProtocol } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { NumberField, SelectField } from '../../kit/fields.tsx';
import { Card, ErrorNote, Facts } from '../../kit/Page.tsx';
import { FormatField, LinesBox } from '../../proxies/LinesBox.tsx';
import { curlCommand, lineOf, speaks } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';
import { Confirm, Secret } from '../access/dialogs.tsx';
import styles from './OrderPage.module.css';
import type { Settings } from './settings.tsx';

const CONNECT_CARD = graphql(`
  fragment ConnectCard on LuxuryOrder {
    id
    gateway {
      host
      httpPort
      socks5Port
      stickyPorts {
        first
        last
      }
    }
    proxies {
      host
      port
      login
      password
    }
  }
`);

/** The most lines that the service writes at once. */
const MAX_LINES = 1_000;
const FIRST_COUNT = 10;

interface ConnectCardProps {
  order: FragmentType<typeof CONNECT_CARD>;
  settings: Settings;
}

export function ConnectCard({ order, settings: { session, protocol } }: ConnectCardProps) {
  const { id, gateway, proxies } = fieldsOf(CONNECT_CARD, order);
  const [wanted, setFormat] = useState<LineFormat>('HPUP');
  const { first, last } = gateway.stickyPorts;
  const most = Math.min(MAX_LINES, last - first + 1);
  const [count, setCount] = useState(Math.min(FIRST_COUNT, most));
  const [asked, setProtocol] = useState<LineProtocol>('HTTP');
  const [isReplacing, setReplacing] = useState(false);
  const format = speaks(protocol, wanted) ? wanted : 'HPUP';
  const isSticky = session === 'STICKY';
  // Lines without a scheme are for either protocol, which differ by the port of a rotating session only.
  const isChoice = protocol === 'BOTH' && !isSticky && (format === 'HPUP' || format === 'UPHP');
  const [proxy] = proxies;
  const variables = {
    id,
    format,
    protocol: isChoice ? asked : null,
    count: isSticky ? Math.min(Math.max(1, Math.trunc(count) || 1), most) : 1,
  };
  // The service writes the lines, so that they are those that every other client gets; it does so again when
  // something else changes that they are made of.
  const basis = `${session} ${protocol} ${proxy?.login} ${proxy?.password}`;
  const { data, failure, again } = useFresh({ query: ORDER_LINES, variables }, basis);
  const written = data?.order;
  return (
    <Card
      title={t('order-connect')}
      action={<Button onClick={() => setReplacing(true)}>{t('order-new-password')}</Button>}
    >
      <div className="column gap-4">
        <Facts
          className={`row wrap anywhere ${styles['gateway']}`}
          facts={{
            [t('order-host')]: <code>{gateway.host}</code>,
            [t('order-sticky-ports')]: isSticky && (
              <code>
                {first}–{last}
              </code>
            ),
            [t('order-port', { protocol: 'HTTP' })]: !isSticky && protocol !== 'SOCKS5' && (
              <code>{gateway.httpPort}</code>
            ),
            [t('order-port', { protocol: 'SOCKS5' })]: !isSticky && protocol !== 'HTTP' && (
              <code>{gateway.socks5Port}</code>
            ),
            [t('order-login')]: <code>{proxy?.login}</code>,
          }}
        />
        <div className="fields">
          <FormatField protocol={protocol} value={format} onChange={setFormat} />
          {isSticky && (
            <NumberField
              label={t('lines-number', { most: String(most) })}
              min={1}
              max={most}
              value={count}
              onChange={setCount}
            />
          )}
          {isChoice && (
            <SelectField
              label={t('lines-protocol')}
              value={asked}
              options={['HTTP', 'SOCKS5'].map((name) => [name, name])}
              onChange={(value) => setProtocol(value as LineProtocol)}
            />
          )}
        </div>
        <ErrorNote message={failure} onRetry={again} />
        <LinesBox
          lines={written && 'lines' in written ? written.lines : undefined}
          rows={variables.count}
          fileName={`order-${id}`}
          command={proxy && curlCommand(lineOf(protocol === 'SOCKS5' ? 'SOCKS' : 'HTTP', proxy))}
        />
      </div>
      {isReplacing && <PasswordDialog orderId={id} onClose={() => setReplacing(false)} />}
    </Card>
  );
}

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

const RESET_PASSWORD = graphql(`
  mutation ResetPassword($orderId: ID!) {
    resetPassword(input: { orderId: $orderId }) {
      ... on ResetPasswordSuccess {
        line
        order {
          ...ConnectCard
        }
      }
      ...Refusal
    }
  }
`);

/** Replaces login and password, after a question: every program that uses the old ones stops. */
function PasswordDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [line, setLine] = useState<string>();
  if (line !== undefined)
    return (
      <Secret title={t('order-password-works')} secret={line} what={t('lines-new')} onClose={onClose}>
        {t('order-password-next')}
      </Secret>
    );
  return (
    <Confirm
      title={t('order-password-ask')}
      action={t('order-password-replace')}
      mutation={RESET_PASSWORD}
      variables={{ orderId }}
      onDone={(done) => setLine(done.line)}
      onClose={onClose}
    >
      {t('order-password-meaning')}
    </Confirm>
  );
}
