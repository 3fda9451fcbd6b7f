/** Three steps, each of which must pass before the next. Passed checks stay passed when going back. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { CompletedStep } from './completed-step.tsx';
import { CookiesStep } from './cookies-step.tsx';
import { ExtensionStep } from './extension-step.tsx';
import { type Check, NOTHING_CHECKED, runCheck } from './run-check.ts';
import { useFinish } from './use-finish.ts';

const STEPS = ['Chrome Extension', 'Linkedin Access', 'Done'] as const;

/** @param check stands in the last step */
export function OnboardingSteps({ check }: { readonly check: ReactNode }) {
  const [step, setStep] = useState(0);
  const [extension, setExtension] = useState<Check>(NOTHING_CHECKED);
  const [cookies, setCookies] = useState<Check>(NOTHING_CHECKED);
  const { finish, isFinishing, failure } = useFinish();
  const isPassed = [extension.result === true, cookies.result === true, true][step] ?? true;

  function onNext(): void {
    setStep(step + 1);
    if (step === STEPS.length - 1) void finish();
  }

  function onReset(): void {
    setStep(0);
    setExtension(NOTHING_CHECKED);
    setCookies(NOTHING_CHECKED);
  }

  return (
    <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Stepper activeStep={step} alternativeLabel>
        {STEPS.map((label) => (
          <Step key={label}>
            <StepLabel>{label}</StepLabel>
          </Step>
        ))}
      </Stepper>
      {step === 0 && <ExtensionStep check={extension} onCheck={() => void runCheck('checkExtension', setExtension)} />}
      {step === 1 && <CookiesStep check={cookies} onCheck={() => void runCheck('checkCookies', setCookies)} />}
      {step === 2 && <ReadyStep check={check} />}
      {step === STEPS.length ? (
        <CompletedStep isFinishing={isFinishing} failure={failure} onRetry={() => void finish()} onReset={onReset} />
      ) : (
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
          <Button color="inherit" disabled={step === 0} onClick={() => setStep(step - 1)}>
            Back
          </Button>
          <Button variant="contained" disabled={!isPassed} onClick={onNext}>
            {step === STEPS.length - 1 ? 'Finish' : 'Next'}
          </Button>
        </Box>
      )}
    </Paper>
  );
}

function ReadyStep({ check }: { readonly check: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h2">Ready to go!</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Good to know before you start: LinkedIn’s user agreement does not allow automated collection, and LinkedIn may restrict
        accounts that read a lot. The extension therefore works slowly, with pauses, and stops at the first sign of trouble.
        Download only a few profiles at a time.
      </Typography>
      <Typography variant="body2" sx={{ mt: 1 }}>
        Before your first download you can find out whether LinkedIn still answers in the way this version reads.
      </Typography>
      {check}
    </Box>
  );
}
