import Box from '@mui/material/Box';
import { Notice } from '../../components/notice.tsx';
import type { Check } from './run-check.ts';

interface CheckResultProps {
  readonly check: Check;
  readonly success: string;
  readonly failure: string;
}

/** The line stays in the page while empty, so that screen readers announce what appears in it. */
export function CheckResult({ check, success, failure }: CheckResultProps) {
  const { isRunning, result } = check;
  return (
    <Box aria-live="polite">
      {!isRunning && result !== null && <Notice severity={result ? 'success' : 'warning'}>{result ? success : failure}</Notice>}
    </Box>
  );
}
