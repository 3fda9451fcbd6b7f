import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { SettingsLine } from '../../components/settings-line.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { readProviderName } from '../../lib/oidc/provider-name.ts';
import { useOidcLinks } from '../../lib/oidc/use-oidc-links.ts';
import { paths } from '../../lib/paths.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { useWorkspaces } from '../../lib/workspace/use-workspaces.ts';
import { DeleteAccountSection } from './delete-account-section.tsx';
import { EmailSection } from './email-section.tsx';
import { MyDataSection } from './my-data-section.tsx';
import { OidcSection } from './oidc/oidc-section.tsx';
import { PasskeysSection } from './passkeys/passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { TwoFactorSection } from './two-factor/two-factor-section.tsx';
import { useTwoFactorStatus } from './two-factor/use-two-factor-status.ts';
import { WorkspaceSection } from './workspace-section.tsx';

export function AccountSettings() {
  const { data: user, error, refetch, isFetching } = useMe();
  // Whether the forms ask for a code, and whether there is a password, decides how high the lines are. Nothing moves below a
  // pointer that is about to press.
  const isCodeKnown = useHasSettled(useTwoFactorStatus());
  const [providerName] = useState(() => readProviderName(document));
  const links = useOidcLinks(providerName !== null);
  const areLinksKnown = useHasSettled(links) || providerName === null;
  // Whether somebody works alone decides whether there is a line about it.
  const areWorkspacesKnown = useHasSettled(useWorkspaces());
  const isLoading = error === null && (user === undefined || !isCodeKnown || !areLinksKnown || !areWorkspacesKnown);
  return (
    <PageBody width="list">
      <PageHeading title="Account" />
      {user !== undefined && !isLoading && (
        <Paper variant="outlined" sx={{ py: 0.5 }}>
          <NameSection name={user.full_name} />
          <EmailSection email={user.email} />
          {links.data?.has_password === false ? <NoPasswordSection /> : <PasswordSection email={user.email} />}
          {providerName !== null && <OidcSection providerName={providerName} />}
          <PasskeysSection isVerified={user.verified} />
          <TwoFactorSection isVerified={user.verified} />
          <SessionsSection />
          <MyDataSection />
          <WorkspaceSection />
          <DeleteAccountSection email={user.email} />
        </Paper>
      )}
      {isLoading && <LoadingText>Loading your account…</LoadingText>}
      {user === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </PageBody>
  );
}

/** Stands in place of the password's form, for accounts that were opened without one. */
function NoPasswordSection() {
  return (
    <SettingsLine
      heading="Password"
      value="Your account has no password. One is needed to change your email and to delete your account."
      action={<TextLink to={paths.resetPassword}>Set one by email</TextLink>}
    />
  );
}

/** The name is part of the profile, which has its own screen. */
function NameSection({ name }: { readonly name: string | null }) {
  return (
    <SettingsLine
      heading="Name"
      value={name ?? NO_VALUE}
      action={
        <Button size="small" component={Link} to={paths.profile} aria-label="Change your name in your profile">
          Change
        </Button>
      }
    />
  );
}
