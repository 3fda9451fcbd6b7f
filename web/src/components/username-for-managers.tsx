/** Tells password managers which account a password is for; hidden from people. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />;
}
