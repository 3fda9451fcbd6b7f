/** What a new account does first, beginning with its email. Each step ticks itself off; when all are done, or on request, they are not shown again. */
import type { FirstSteps as Steps } from '@leadloom/shared/contract/dashboard';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import { ResendVerification } from '../../components/resend-verification.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { visuallyHidden } from '../../components/visually-hidden.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { DashboardBlock } from './dashboard-block.tsx';
import { useEndFirstSteps } from './use-dashboard.ts';
import { VerificationWords } from './verification-words.tsx';

const steps = [
  { step: 'table', text: 'Look at a table', path: tablePath('companies') },
  { step: 'extension', text: 'Load the extension', path: paths.linkedinOnboarding },
  { step: 'name', text: 'Track a name', path: paths.social },
  { step: 'key', text: 'Create an API key', path: paths.keys },
] as const;

/** The step of operators, before all others: rows arrive meanwhile. */
const sellingStep = { step: 'countries', text: 'Where do you sell?', path: paths.operatorOpenSources } as const;

interface FirstStepsProps {
  readonly done: Steps;
  readonly isEmailConfirmed: boolean;
}

export function FirstSteps({ done, isEmailConfirmed }: FirstStepsProps) {
  const end = useEndFirstSteps();
  const shown = done.countries === undefined ? steps : [sellingStep, ...steps];
  const isAllDone = isEmailConfirmed && shown.every(({ step }) => done[step]);
  useEffect(() => {
    if (isAllDone) void end();
  }, [isAllDone, end]);
  if (isAllDone) return null;
  return (
    <DashboardBlock
      title="First steps"
      action={
        <Button size="small" color="inherit" onClick={() => void end()} sx={{ minHeight: 0, py: 0 }}>
          Dismiss
        </Button>
      }
    >
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: '0.5rem 1.5rem',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))',
        }}
      >
        {!isEmailConfirmed && <ConfirmEmail />}
        {shown.map(({ step, text, path }) => (
          <li key={step}>
            <Step isDone={done[step] === true}>
              {done[step] === true ? <span>{text}</span> : <TextLink to={path}>{text}</TextLink>}
            </Step>
          </li>
        ))}
      </Box>
    </DashboardBlock>
  );
}

/** It takes a line above the others: the trial, which most of them need, begins with it. */
function ConfirmEmail() {
  return (
    <Box
      component="li"
      sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.5rem 1.5rem' }}
    >
      <Box sx={{ flex: '1 1 20rem' }}>
        <Step isDone={false}>
          <strong>Confirm your email</strong>
        </Step>
        <Box sx={{ ml: 3.5 }}>
          <VerificationWords />
        </Box>
      </Box>
      <ResendVerification />
    </Box>
  );
}

function Step({ isDone, children }: { readonly isDone: boolean; readonly children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {isDone ? (
        <CheckCircleRounded aria-hidden fontSize="small" color="success" />
      ) : (
        <RadioButtonUncheckedRounded aria-hidden fontSize="small" color="disabled" />
      )}
      {children}
      {isDone && (
        <Box component="span" sx={visuallyHidden}>
          done
        </Box>
      )}
    </Box>
  );
}
