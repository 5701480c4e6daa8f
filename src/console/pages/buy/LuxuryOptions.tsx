import { AddressCount } from '../../geo/AddressCount.tsx';
import { ExcludedProviders, GeoFields } from '../../geo/GeoFields.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Checkbox, RadioCards, SelectField, TextField } from '../../kit/fields.tsx';
import { Card } from '../../kit/Page.tsx';
import { MAX_STICKY_MINUTES, MAX_THREADS, PROTOCOL_NAMES } from '../../proxies/lines.ts';
import styles from './BuyPage.module.css';
import { type Choice, filterOf, protocolOf, sessionOf, toChange } from './choice.ts';

interface LuxuryOptionsProps {
  choice: Choice;
  /** What is typed replaces the address instead of adding one to the history. */
  onChange: (change: Partial<Choice>, how?: { isTyped: boolean }) => void;
  /** What is wrong with a field, by its path in the schema. */
  errors: Readonly<Record<string, string>>;
}

/**
 * Where the addresses of a Luxury order are and how its connections behave. All of it can be changed later.
 */
export function LuxuryOptions({ choice, onChange, errors }: LuxuryOptionsProps) {
  const filter = filterOf(choice);
  const session = sessionOf(choice);
  const inOptions = (field: string) => errors[`options.${field}`];
  return (
    <>
      <Card title="Addresses">
        <div className="column gap-4">
          <GeoFields
            type={choice.type}
            filter={filter}
            onChange={(change) => onChange(toChange(change))}
            errors={Object.fromEntries(
              Object.entries(errors).map(([path, message]) => [path.replace('options.', ''), message]),
            )}
          >
            <ExcludedProviders
              type={choice.type}
              country={filter.country}
              excluded={filter.excludeAsn}
              onChange={(excludeAsn) => onChange(toChange({ excludeAsn }))}
              error={inOptions('excludeAsn')}
            />
            <Checkbox checked={filter.anonymous} onChange={(anonymous) => onChange(toChange({ anonymous }))}>
              Anonymous addresses only
            </Checkbox>
          </GeoFields>
          <div className="ruled-3">
            <AddressCount type={choice.type} filter={filter} />
          </div>
        </div>
      </Card>
      <Card title="Connections">
        <div className="column gap-4">
          <RadioCards
            legend="Session"
            cardWidth="240px"
            cards={[
              { value: 'ROTATING', label: 'Rotating', note: 'A new address for each request' },
              { value: 'STICKY', label: 'Sticky', note: 'An address of its own for each port' },
            ]}
            value={session}
            onChange={(value) => onChange({ session: value })}
            error={inOptions('session')}
          />
          <div className={classNames('grid gap-4', styles['optionFields'])}>
            {session === 'STICKY' && (
              <TextField
                label="Minutes for each address"
                hint={`1 to ${MAX_STICKY_MINUTES}`}
                error={inOptions('stickyMinutes')}
                inputMode="numeric"
                autoComplete="off"
                value={choice.stickyMinutes}
                onChange={(text) => onChange({ stickyMinutes: text.trim() }, { isTyped: true })}
              />
            )}
            <SelectField
              label="Protocols"
              hint="What the gateway accepts"
              error={inOptions('protocol')}
              value={protocolOf(choice)}
              options={Object.entries(PROTOCOL_NAMES)}
              onChange={(protocol) => onChange({ protocol })}
            />
            <TextField
              label="Connections at once"
              hint={`1 to ${MAX_THREADS.toLocaleString('en-US')}`}
              error={inOptions('threads')}
              inputMode="numeric"
              autoComplete="off"
              value={choice.threads}
              onChange={(text) => onChange({ threads: text.trim() }, { isTyped: true })}
            />
          </div>
        </div>
      </Card>
    </>
  );
}
