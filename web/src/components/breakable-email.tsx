/** An email that breaks after its @, and only then elsewhere. @param children what follows it in the same line */
import type { ReactNode } from 'react';

export function BreakableEmail({ email, children }: { readonly email: string; readonly children?: ReactNode }) {
  const at = email.indexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
      {children}
    </>
  );
}
