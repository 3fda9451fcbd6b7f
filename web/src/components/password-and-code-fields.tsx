import type { ApiError } from '../lib/api-client/api-error.ts';
import { fieldFailure } from '../lib/split-failure.ts';
import { PASSWORD_REFUSALS, type PasswordAndCode } from '../lib/use-password-and-code.ts';
import { CODE_REFUSALS } from '../lib/use-second-factor.ts';
import { PasswordField } from './password-field.tsx';
import { SecondFactorField } from './second-factor-field.tsx';

interface PasswordAndCodeFieldsProps {
  readonly state: PasswordAndCode;
  readonly failure: ApiError | null;
  /** Called with every change. */
  readonly onEdit: () => void;
  readonly hasFocusFirst?: boolean;
}

/** The present password, and the code where the server asks for one. A code that is asked for later takes the focus. */
export function PasswordAndCodeFields({ state, failure, onEdit, hasFocusFirst = false }: PasswordAndCodeFieldsProps) {
  const { password, setPassword, factor } = state;

  function editing(set: (value: string) => void) {
    return (value: string): void => {
      onEdit();
      set(value);
    };
  }

  return (
    <>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={editing(setPassword)}
        error={fieldFailure(failure, PASSWORD_REFUSALS)}
        hasFocusFirst={hasFocusFirst}
      />
      {factor.isRequired && (
        <SecondFactorField
          value={factor.code}
          onChange={editing(factor.setCode)}
          error={fieldFailure(failure, CODE_REFUSALS)}
          hasFocusFirst={hasFocusFirst && factor.wasDemanded}
        />
      )}
    </>
  );
}
