import { useState } from 'react';
import type { LineFormat } from '../../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../../generated/index.ts';
import { Button } from '../../../kit/Button.tsx';
import { Card } from '../../../kit/Page.tsx';
import { Field } from '../../../kit/fields.tsx';
import { NumberInput } from '../../../kit/fields.tsx';
import { Select } from '../../../kit/fields.tsx';
import { Tabs } from '../../../kit/Tabs.tsx';
import { curlCommand, LINE_FORMATS, lineOf, speaks } from '../../../proxies/lines.ts';
import styles from '../OrderPage.module.css';
import { OrderLines } from './OrderLines.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import type { Settings } from './settings.ts';

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

/** How programs connect: the gateway, and lines of it in each format that the settings allow. */
export function ConnectCard({ order, settings: { session, protocol } }: ConnectCardProps) {
  const { id, gateway, proxies } = fieldsOf(CONNECT_CARD, order);
  const formats = LINE_FORMATS.filter(({ format }) => speaks(protocol, format));
  const [wanted, setFormat] = useState<LineFormat>('HPUP');
  const { first, last } = gateway.stickyPorts;
  const most = Math.min(MAX_LINES, last - first + 1);
  const [count, setCount] = useState(Math.min(FIRST_COUNT, most));
  const [asked, setProtocol] = useState<'HTTP' | 'SOCKS5'>('HTTP');
  const [isReplacing, setReplacing] = useState(false);
  const format = speaks(protocol, wanted) ? wanted : 'HPUP';
  const isSticky = session === 'STICKY';
  // Lines without a scheme are for either protocol, which differ by the port of a rotating session only.
  const isChoice = protocol === 'BOTH' && !isSticky && (format === 'HPUP' || format === 'UPHP');
  const [proxy] = proxies;
  const command = proxy && curlCommand(lineOf(protocol === 'SOCKS5' ? 'SOCKS' : 'HTTP', proxy));
  const lines = (
    <OrderLines
      orderId={id}
      format={format}
      protocol={isChoice ? asked : undefined}
      count={isSticky ? Math.min(Math.max(1, Math.trunc(count) || 1), most) : 1}
      basis={`${session} ${protocol} ${proxy?.login} ${proxy?.password}`}
      command={command}
    />
  );
  return (
    <Card title="Connect" action={<Button onClick={() => setReplacing(true)}>New password</Button>}>
      <div className={styles['connect']}>
        <dl className={styles['gateway']}>
          <Fact label="Host" value={gateway.host} />
          {isSticky ? (
            <Fact label="Sticky ports" value={`${first}–${last}`} />
          ) : (
            <>
              {protocol !== 'SOCKS5' && <Fact label="HTTP port" value={String(gateway.httpPort)} />}
              {protocol !== 'HTTP' && <Fact label="SOCKS5 port" value={String(gateway.socks5Port)} />}
            </>
          )}
          <Fact label="Login" value={proxy?.login ?? ''} />
        </dl>
        <Tabs
          label="Format of the lines"
          value={format}
          onChange={(value) => setFormat(value as LineFormat)}
          tabs={formats.map(({ format: value, label, example }) => ({
            value,
            label,
            content: (
              <div className={styles['lines']}>
                <div className={styles['choices']}>
                  <p className={styles['example']}>
                    <code>{example}</code>
                  </p>
                  {isSticky && (
                    <div className={styles['choice']}>
                      <Field label={`Lines, up to ${most}`}>
                        {(control) => (
                          <NumberInput {...control} min={1} max={most} value={count} onChange={setCount} />
                        )}
                      </Field>
                    </div>
                  )}
                  {isChoice && (
                    <div className={styles['choice']}>
                      <Field label="Protocol">
                        {(control) => (
                          <Select
                            {...control}
                            value={asked}
                            onChange={({ target }) => setProtocol(target.value as 'HTTP' | 'SOCKS5')}
                          >
                            <option value="HTTP">HTTP</option>
                            <option value="SOCKS5">SOCKS5</option>
                          </Select>
                        )}
                      </Field>
                    </div>
                  )}
                </div>
                {lines}
              </div>
            ),
          }))}
        />
      </div>
      {isReplacing && <PasswordDialog orderId={id} onClose={() => setReplacing(false)} />}
    </Card>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
      </dd>
    </div>
  );
}
