import type { Protocol, Session } from '../../../generated/graphql.ts';
import { Field } from '../../../kit/fields.tsx';
import { ListInput } from '../../../kit/fields.tsx';
import { NumberInput } from '../../../kit/fields.tsx';
import { Select } from '../../../kit/fields.tsx';
import type { SettingFieldsProps } from './LimitFields.tsx';
import styles from '../OrderPage.module.css';

const MAX_STICKY_MINUTES = 120;
const MAX_THREADS = 2_000;

/** How programs connect, and to what. */
export function ConnectionFields({ settings, onChange, errors }: SettingFieldsProps) {
  const { session, stickyMinutes, protocol, threads, allowedIps, blockedHosts } = settings;
  return (
    <div className={styles['fields']}>
      <Field label="Session" error={errors['session']}>
        {(control) => (
          <Select
            {...control}
            value={session}
            onChange={({ target }) => onChange({ session: target.value as Session })}
          >
            <option value="ROTATING">Rotating: a new address each time</option>
            <option value="STICKY">Sticky: an address for each port</option>
          </Select>
        )}
      </Field>
      {session === 'STICKY' && (
        <Field
          label="Minutes for each address"
          hint={`How long an address is kept: 1 to ${MAX_STICKY_MINUTES}.`}
          error={errors['stickyMinutes']}
        >
          {(control) => (
            <NumberInput
              {...control}
              min={1}
              max={MAX_STICKY_MINUTES}
              value={stickyMinutes}
              onChange={(minutes) => onChange({ stickyMinutes: minutes })}
            />
          )}
        </Field>
      )}
      <Field label="Protocols" error={errors['protocol']}>
        {(control) => (
          <Select
            {...control}
            value={protocol}
            onChange={({ target }) => onChange({ protocol: target.value as Protocol })}
          >
            <option value="BOTH">HTTP and SOCKS5</option>
            <option value="HTTP">HTTP only</option>
            <option value="SOCKS5">SOCKS5 only</option>
          </Select>
        )}
      </Field>
      <Field label="Connections at once" hint={`At most ${MAX_THREADS}.`} error={errors['threads']}>
        {(control) => (
          <NumberInput
            {...control}
            min={1}
            max={MAX_THREADS}
            value={threads}
            onChange={(most) => onChange({ threads: most })}
          />
        )}
      </Field>
      <Field
        label="Allowed without a password"
        hint="Up to 5 IP addresses, one on each line."
        error={errors['allowedIps']}
      >
        {(control) => (
          <ListInput
            {...control}
            name="allowedIps"
            values={allowedIps}
            onChange={(addresses) => onChange({ allowedIps: addresses })}
          />
        )}
      </Field>
      <Field
        label="Blocked hosts"
        hint="Up to 100, one on each line, with all their subdomains."
        error={errors['blockedHosts']}
      >
        {(control) => (
          <ListInput
            {...control}
            name="blockedHosts"
            values={blockedHosts}
            onChange={(hosts) => onChange({ blockedHosts: hosts })}
          />
        )}
      </Field>
    </div>
  );
}
