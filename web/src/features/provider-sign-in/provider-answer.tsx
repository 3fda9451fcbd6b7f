/**
 * The page to which the provider sends people back. It hands what the provider wrote into the address over to the server,
 * asks for the second factor of the account if there is one, and goes where the person wanted to go.
 */
import { oidcLogin, oidcLoginCode, oidcProof } from '@leadloom/shared/contract/oidc';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthForm } from '../../components/auth-form.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecondFactorField } from '../../components/second-factor-field.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { sentenceOf, takeVisit } from '../../lib/oidc/go-to-provider.ts';
import { paths } from '../../lib/paths.ts';
import { isSecondFactorForm } from '../../lib/second-factor-form.ts';
import { setPartingNotice } from '../../lib/session/parting-notice.ts';
import { pendingJoinPath } from '../../lib/session/pending-join.ts';
import { returnAddress } from '../../lib/session/return-address.ts';
import { session } from '../../lib/session/session.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';

type Visit = ReturnType<typeof takeVisit>;

/** The sentence that the server uses of an answer that it cannot confirm. */
const NO_ANSWER = 'This sign-in could not be confirmed. Please start again.';

export function ProviderAnswer() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [answer] = useState(() => search.replace(/^\?/, ''));
  const visit = useRef<Visit | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  function goOn(started: Visit): void {
    if (started.purpose === 'proof') {
      showSnackbar('success', 'Confirmed. You can continue.');
      navigate(started.returnTo, { replace: true });
    } else {
      const address = returnAddress(started.routerState, session.accountKey()) ?? pendingJoinPath() ?? paths.dashboard;
      navigate(address, { replace: true });
    }
  }

  function giveUp(started: Visit, sentence: string): void {
    if (started.purpose === 'proof') {
      showSnackbar('error', sentence);
      navigate(started.returnTo, { replace: true });
      return;
    }
    setPartingNotice(sentence, 'error');
    navigate(paths.login, { replace: true, state: started.routerState });
  }

  async function send(started: Visit, typed: string | null): Promise<void> {
    setSending(true);
    try {
      await hand(started, answer, typed);
      goOn(started);
    } catch (error) {
      const refusal = error instanceof ApiError ? error.code : null;
      setSending(false);
      if (refusal === 'TWO_FACTOR.CODE_REQUIRED') setCode('');
      else if (typed !== null && refusal !== 'OIDC.REFUSED') setFailure(sentenceOf(error));
      else giveUp(started, sentenceOf(error));
    }
  }

  useEffect(() => {
    if (visit.current !== null) return;
    visit.current = takeVisit();
    // What the provider wrote works once, and nobody should copy it.
    navigate(pathname, { replace: true });
    // Without an answer, nobody was at the provider: a bookmark, or the way back in the browser's history.
    if (answer === '') giveUp(visit.current, NO_ANSWER);
    else void send(visit.current, null);
  });

  function onSubmit(): void {
    if (isSending || code === null || visit.current === null) return;
    if (!isSecondFactorForm(code)) {
      setFailure('Enter the six digits from your authenticator app, or a recovery code.');
      return;
    }
    setFailure(null);
    void send(visit.current, code.trim());
  }

  return (
    <AuthForm
      title="Login"
      heading="Sign in to Leadloom"
      lead={code === null ? undefined : 'Enter the code from your authenticator app.'}
      submitLabel="Continue"
      isSubmitDisabled={isSending || code === null}
      onSubmit={onSubmit}
      notice={failure !== null && <Notice severity="error">{failure}</Notice>}
      links={<TextLink to={paths.login}>Back to sign in</TextLink>}
    >
      {code === null ? (
        <LoadingText>Signing in…</LoadingText>
      ) : (
        <SecondFactorField value={code} onChange={setCode} hasFocusFirst />
      )}
    </AuthForm>
  );
}

/** @param code null: the first try */
async function hand({ purpose }: Visit, answer: string, code: string | null): Promise<void> {
  if (purpose === 'proof') {
    await call(oidcProof, { body: { answer, ...(code === null ? {} : { code }) } });
    return;
  }
  const state = new URLSearchParams(answer).get('state') ?? '';
  const tokens =
    code === null ? await call(oidcLogin, { body: { answer } }) : await call(oidcLoginCode, { body: { state, code } });
  session.start({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
}
