import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { SettingsLine } from './settings-line.tsx';

/** In place of the password's form, for accounts that were opened without one. */
export function NoPasswordSection() {
  return (
    <SettingsLine
      heading="Password"
      value="Your account has no password. One is needed to change your email and to delete your account."
      action={<TextLink to={paths.resetPassword}>Set one by email</TextLink>}
    />
  );
}
