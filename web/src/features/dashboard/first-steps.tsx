/** What a new account does first. Each step ticks itself off; when all are done, or on request, they are not shown again. */
import type { FirstSteps as Steps } from '@leadloom/shared/contract/dashboard';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { TextLink } from '../../components/text-link.tsx';
import { visuallyHidden } from '../../components/visually-hidden.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { BlockList, DashboardBlock } from './dashboard-block.tsx';
import { useEndFirstSteps } from './use-dashboard.ts';

const steps = [
  { step: 'table', text: 'Look at a table', path: tablePath('companies') },
  { step: 'extension', text: 'Load the extension', path: paths.linkedinOnboarding },
  { step: 'name', text: 'Track a name', path: paths.social },
  { step: 'key', text: 'Create an API key', path: paths.keys },
] as const;

export function FirstSteps({ done }: { readonly done: Steps }) {
  const end = useEndFirstSteps();
  const isAllDone = steps.every(({ step }) => done[step]);
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
      <BlockList>
        {steps.map(({ step, text, path }) => (
          <Box component="li" key={step} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {done[step] ? (
              <CheckCircleRounded aria-hidden fontSize="small" color="success" />
            ) : (
              <RadioButtonUncheckedRounded aria-hidden fontSize="small" color="disabled" />
            )}
            {done[step] ? <span>{text}</span> : <TextLink to={path}>{text}</TextLink>}
            {done[step] && (
              <Box component="span" sx={visuallyHidden}>
                done
              </Box>
            )}
          </Box>
        ))}
      </BlockList>
    </DashboardBlock>
  );
}
