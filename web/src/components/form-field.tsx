/** A labelled text field. A plain input in the theme's colours, because sign-in loads it before anything else. */
import { memo, type ReactNode, useId } from 'react';
import { FieldFrame, isFieldWrong, messageIdOf } from './field-frame.tsx';
import { PlainInput } from './plain-input.tsx';
import { useSteady } from './use-steady.ts';

export interface FormFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'none' | 'words' | 'characters';
  /** The field takes no longer input. */
  readonly maxLength?: number;
  readonly isDisabled?: boolean;
  readonly hasFocusFirst?: boolean;
  /** Marks the field as wrong and is read out. */
  readonly error?: string | null;
  /** A text that is shown while there is no error. */
  readonly hint?: ReactNode;
  readonly endAdornment?: ReactNode;
}

/** The field is not rendered again while other fields of its form change. */
export function FormField(props: FormFieldProps) {
  return <Field {...props} onChange={useSteady(props.onChange)} onBlur={useSteady(props.onBlur)} />;
}

const Field = memo(function Field(props: FormFieldProps) {
  const { label, name, value, onChange, onBlur, error, hint, endAdornment } = props;
  const { type = 'text', autoComplete, autoCapitalize = 'none', maxLength, isDisabled, hasFocusFirst } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <PlainInput
        id={id}
        name={name}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        disabled={isDisabled}
        autoComplete={autoComplete}
        autoCapitalize={autoCapitalize}
        maxLength={maxLength}
        spellCheck={false}
        // The first field of a page that is nothing but a form.
        autoFocus={hasFocusFirst}
        aria-invalid={isFieldWrong(error)}
        aria-describedby={messageIdOf(id)}
      />
      {endAdornment}
    </FieldFrame>
  );
});
