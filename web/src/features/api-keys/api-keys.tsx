import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { HeadingLine, PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { useMe } from '../../lib/account/use-me.ts';
import { CreateKeyButton } from './create-key-button.tsx';
import { KeyManager } from './key-manager.tsx';
import { KeysFooter } from './keys-footer.tsx';

export function ApiKeys() {
  const { data: user, error, refetch, isFetching } = useMe();
  return (
    <PageBody width="list">
      {user?.verified === true && <KeyManager />}
      {user?.verified === false && <Unverified />}
      {user === undefined && (
        <>
          <PageHeading title="API Keys" />
          {error === null ? (
            <LoadingText>Loading your account…</LoadingText>
          ) : (
            <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
          )}
        </>
      )}
    </PageBody>
  );
}

function Unverified() {
  return (
    <>
      <HeadingLine>
        <PageHeading title="API Keys" />
        <CreateKeyButton isDisabled hint="Confirm your email to get a key" onCreate={() => undefined} />
      </HeadingLine>
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}>
        <Typography>Check your inbox and verify your email to create API keys.</Typography>
        <ResendVerification />
      </Paper>
      <KeysFooter />
    </>
  );
}
