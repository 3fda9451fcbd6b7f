import { Notice } from '../../components/notice.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { SettingsSection } from './settings-section.tsx';

/** In place of the password's form, for accounts that were opened without one. */
export function NoPasswordSection() {
  return (
    <SettingsSection
      heading="Password"
      lead="A password is needed to change your email, to set up two-factor sign-in and to delete your account."
    >
      <Notice severity="info">
        Your account has no password. <TextLink to={paths.resetPassword}>Set one by email</TextLink>
      </Notice>
    </SettingsSection>
  );
}
