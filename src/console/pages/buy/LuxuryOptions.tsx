import { AddressCount } from '../../geo/AddressCount.tsx';
import { ExcludedProviders, GeoFields } from '../../geo/GeoFields.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Checkbox, RadioCards, SelectField, TextField } from '../../kit/fields.tsx';
import { Card } from '../../kit/Page.tsx';
import { MAX_STICKY_MINUTES, MAX_THREADS } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';
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
      <Card title={t('buy-addresses')}>
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
              {t('buy-anonymous-addresses')}
            </Checkbox>
          </GeoFields>
          <div className="ruled-3">
            <AddressCount type={choice.type} filter={filter} />
          </div>
        </div>
      </Card>
      <Card title={t('buy-connections')}>
        <div className="column gap-4">
          <RadioCards
            legend={t('buy-session')}
            cardWidth="240px"
            cards={[
              { value: 'ROTATING', label: t('buy-rotating'), note: t('buy-about-rotating') },
              { value: 'STICKY', label: t('buy-sticky'), note: t('buy-about-sticky') },
            ]}
            value={session}
            onChange={(value) => onChange({ session: value })}
            error={inOptions('session')}
          />
          <div className={classNames('grid gap-4', styles['optionFields'])}>
            {session === 'STICKY' && (
              <TextField
                label={t('buy-minutes')}
                hint={t('buy-range', { most: MAX_STICKY_MINUTES })}
                error={inOptions('stickyMinutes')}
                inputMode="numeric"
                autoComplete="off"
                value={choice.stickyMinutes}
                onChange={(text) => onChange({ stickyMinutes: text.trim() }, { isTyped: true })}
              />
            )}
            <SelectField
              label={t('buy-protocols')}
              hint={t('buy-gateway-accepts')}
              error={inOptions('protocol')}
              value={protocolOf(choice)}
              options={['BOTH', 'HTTP', 'SOCKS5'].map((name) => [name, t('buy-protocol', { name })])}
              onChange={(protocol) => onChange({ protocol })}
            />
            <TextField
              label={t('buy-threads')}
              hint={t('buy-range', { most: MAX_THREADS })}
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
