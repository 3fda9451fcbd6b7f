/** The page behind a mailed link: the code is checked as soon as the page opens, and the outcome is shown. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useState } from 'react';
import type { CodeCheck, CodeOutcome } from '../lib/check-mailed-code.ts';
import { paths } from '../lib/paths.ts';
import { useIsSignedIn } from '../lib/session/session.ts';
import { Notice } from './notice.tsx';
import { PageHeading } from './page-heading.tsx';
import { TextLink } from './text-link.tsx';

interface MailedCodeCheckProps {
  readonly title: string;
  /** The same function on every render: another one checks again. */
  readonly check: CodeCheck;
  /** The code that was mailed. */
  readonly code: string;
  readonly acceptedText: string;
  /** What a person whose code was refused can do. */
  readonly remedy: ReactNode;
}

export function MailedCodeCheck({ title, check, code, acceptedText, remedy }: MailedCodeCheckProps) {
  const [outcome, setOutcome] = useState<CodeOutcome | null>(null);
  const [attempt, setAttempt] = useState(1);
  const isSignedIn = useIsSignedIn();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same check
  useEffect(() => {
    let isShown = true;
    void check(code).then((result) => {
      if (isShown) setOutcome(result);
    });
    return () => {
      isShown = false;
    };
  }, [check, code, attempt]);

  function onRetry(): void {
    setOutcome(null);
    setAttempt(attempt + 1);
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5, justifyItems: 'start', '& p': { m: 0 } }}>
      <PageHeading title={title} />
      <Box aria-live="polite" sx={{ width: '100%' }}>
        {outcome === null && <Notice severity="info">Checking code...</Notice>}
        {outcome?.isAccepted === true && <Notice severity="success">{acceptedText}</Notice>}
        {outcome?.isAccepted === false && <Notice severity="error">{outcome.reason}</Notice>}
      </Box>
      {outcome?.isAccepted === false &&
        (outcome.isFinal ? (
          remedy
        ) : (
          <Button variant="outlined" onClick={onRetry}>
            Try again
          </Button>
        ))}
      {outcome !== null &&
        (isSignedIn ? (
          <TextLink to={paths.dashboard}>Go to the dashboard</TextLink>
        ) : (
          <TextLink to={paths.login}>Go to login</TextLink>
        ))}
    </Box>
  );
}
