import { Field } from '../../kit/fields.tsx';
import { TextInput } from '../../kit/fields.tsx';

interface NetworksFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

export function NetworksField({ value, onChange, error }: NetworksFieldProps) {
  return (
    <Field
      label="Usable from"
      optional
      hint="Addresses or networks such as 203.0.113.0/24, with spaces between them. Empty: any address."
      error={error}
    >
      {(control) => (
        <TextInput
          {...control}
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** What was typed as a list. */
export function networksIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}
