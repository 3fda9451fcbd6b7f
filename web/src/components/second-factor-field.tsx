import { FormField } from './form-field.tsx';

interface SecondFactorFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hasFocusFirst?: boolean;
  readonly error?: string | null;
  /** What else is accepted, if anything. */
  readonly hint?: string;
}

/** The code of an authenticator app. Letters are accepted, because recovery codes contain them. */
export function SecondFactorField({ value, onChange, hasFocusFirst, error, hint }: SecondFactorFieldProps) {
  return (
    <FormField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      {...(hasFocusFirst === undefined ? {} : { hasFocusFirst })}
      {...(error === undefined ? {} : { error })}
      hint={hint ?? 'From your authenticator app. A recovery code works too.'}
    />
  );
}
