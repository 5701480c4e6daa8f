import { AddressCount } from '../../geo/AddressCount.tsx';
import { GeoFields } from '../../geo/GeoFields.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Checkbox, RadioCards, SelectField, TextField } from '../../kit/fields.tsx';
import { Card } from '../../kit/Page.tsx';
import { MAX_STICKY_MINUTES, MAX_THREADS } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';
import styles from './BuyPage.module.css';
import { type ChoiceFieldsProps, filterOf, protocolOf, sessionOf, toChange } from './choice.ts';

/**
 * Where the addresses of a Luxury order are and how its connections behave. All of it can be changed later.
 */
export function LuxuryOptions({ choice, onChange, errors }: ChoiceFieldsProps) {
  const filter = filterOf(choice);
  const session = sessionOf(choice);
  const inOptions = (field: string) => errors[`options.${field}`];
  const numberField = (name: 'stickyMinutes' | 'threads', label: string, most: number) => (
    <TextField
      label={label}
      hint={t('buy-range', { most })}
      error={inOptions(name)}
      inputMode="numeric"
      autoComplete="off"
      value={choice[name]}
      onChange={(text) => onChange({ [name]: text.trim() }, { isTyped: true })}
    />
  );
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
            {session === 'STICKY' && numberField('stickyMinutes', t('buy-minutes'), MAX_STICKY_MINUTES)}
            <SelectField
              label={t('buy-protocols')}
              hint={t('buy-gateway-accepts')}
              error={inOptions('protocol')}
              value={protocolOf(choice)}
              options={['BOTH', 'HTTP', 'SOCKS5'].map((name) => [name, t('buy-protocol', { name })])}
              onChange={(protocol) => onChange({ protocol })}
            />
            {numberField('threads', t('buy-threads'), MAX_THREADS)}
          </div>
        </div>
      </Card>
    </>
  );
}
