/** The page of an invitation's link. Joining takes a press, so that a link alone makes nobody a member. */
import { acceptWorkspaceInvite } from '@leadloom/shared/contract/workspaces';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { signOut } from '../../lib/account/sign-out.ts';
import { useMe } from '../../lib/account/use-me.ts';
import { call } from '../../lib/api-client/call.ts';
import { paths } from '../../lib/paths.ts';
import { forgetJoin, rememberJoin } from '../../lib/session/pending-join.ts';
import { rememberReturnAddress } from '../../lib/session/return-address.ts';
import { useIsSignedIn } from '../../lib/session/session.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { openWorkspaceWith } from '../../lib/workspace/open-workspace.ts';

export function JoinWorkspace() {
  const { code = '' } = useParams();
  const isSignedIn = useIsSignedIn();
  return (
    <PageBody width="form">
      <PageHeading title="Join a workspace" />
      {isSignedIn ? <Joining code={code} /> : <SignInFirst code={code} />}
    </PageBody>
  );
}

/** Both ways lead back here, also where registering takes a mail and another visit. */
function SignInFirst({ code }: { readonly code: string }) {
  const location = useLocation();
  useEffect(() => rememberJoin(code), [code]);
  const state = rememberReturnAddress(location, null);
  return (
    <>
      <Typography>
        Somebody invited you to work with them. Sign in, or register with the address that got the invitation. You come back here
        afterwards.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" component={Link} to={paths.login} state={state}>
          Sign in
        </Button>
        <Button variant="outlined" component={Link} to={paths.register}>
          Create an account
        </Button>
      </Box>
    </>
  );
}

function Joining({ code }: { readonly code: string }) {
  const me = useMe();
  useEffect(forgetJoin, []);
  return (
    <Loaded query={me} loading="Loading your account…">
      {({ email, verified }) =>
        verified ? (
          <Acceptance code={code} email={email} />
        ) : (
          <>
            <Typography>Verify your email first, and then open the link in the invitation again.</Typography>
            <ResendVerification />
          </>
        )
      }
    </Loaded>
  );
}

function Acceptance({ code, email }: { readonly code: string; readonly email: string }) {
  const { isSending, failure, submit } = useSubmission();
  const [isLeaving, setLeaving] = useState(false);

  async function join(): Promise<void> {
    await submit(async () => {
      const { id, name } = await call(acceptWorkspaceInvite, { body: { code } });
      openWorkspaceWith(`You are a member of ${name} now.`, id, paths.dashboard);
    });
  }

  /** The gate before signed-in pages is not here, so this page asks to sign in again. */
  function changeAccount(): void {
    setLeaving(true);
    void signOut();
  }

  return (
    <>
      <Typography>
        You are invited to work with others. You join as {email}, and your personal workspace stays yours alone.
      </Typography>
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" disabled={isSending || isLeaving} onClick={() => void join()}>
          Join the workspace
        </Button>
        <Button disabled={isSending || isLeaving} onClick={changeAccount}>
          Sign in with another account
        </Button>
      </Box>
    </>
  );
}
