/** The check: what it will ask, its twelve lines, its summary and its report. The code is loaded when somebody opens it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { CheckLine } from '../../../components/check-line.tsx';
import { Notice } from '../../../components/notice.tsx';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { useHandedFocus } from '../listing/use-handed-focus.ts';
import { CheckLines } from './check-lines.tsx';
import { CHECK_TITLE } from './check-panel-state.ts';
import { checkRun, linesInOrder, prepareCheck, startCheck, stopCheck } from './check-run.ts';
import { explainCost, explainEnd, summarize, writeReport } from './explain-check.ts';
import { chooseToTell, operatorIsNotified } from './notify-operator.ts';

interface CheckPanelProps {
  readonly isDisabled: boolean;
  /** Each change takes the focus to the panel. */
  readonly focusKey?: number;
  /** Closes the panel; absent: it cannot be closed. */
  readonly onClose?: () => void;
}

export function CheckPanel({ isDisabled, focusKey = 0, onClose }: CheckPanelProps) {
  const { phase, isWaiting, asking, lines, version, end, cost } = useStore(checkRun);
  const isNotified = useStore(operatorIsNotified);
  const heading = useRef<HTMLHeadingElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const report = useRef<HTMLPreElement>(null);
  const [isCopied, setCopied] = useState(false);
  const isRunning = phase !== 'idle';
  const inOrder = linesInOrder(lines);
  const hasResult = !isRunning && inOrder.length > 0;
  const text = hasResult ? writeReport(inOrder, version, new Date().toISOString().slice(0, 10)) : '';
  useHandedFocus(isRunning, start, stop);

  useEffect(() => void prepareCheck(), []);
  // Nobody sees a check of a screen that was left.
  useEffect(() => stopCheck, []);
  useEffect(() => {
    if (focusKey > 0) heading.current?.focus();
  }, [focusKey]);

  return (
    <Paper
      id="linkedin-check"
      component="section"
      variant="outlined"
      aria-labelledby="linkedin-check-title"
      sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography ref={heading} id="linkedin-check-title" variant="h2" tabIndex={-1} sx={{ outline: 'none' }}>
        How LinkedIn answers
      </Typography>
      <Typography variant="body2">
        The check reads your own LinkedIn profile and says of each kind of answer whether this version understands it. Nothing
        that comes back is kept.{cost !== null && ` ${explainCost(cost)}`} It stops when LinkedIn signs you out, asks for a pause
        or wants to check that you are human.
      </Typography>
      <CheckLine label="Tell the operator" isChecked={isNotified} onChange={chooseToTell} />
      <Typography variant="caption" sx={{ color: 'text.secondary', mt: -1 }}>
        The operator of this server then sees which ids are understood, after a check and after each job. Never what came back,
        and nothing about anybody.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button ref={start} variant="contained" disabled={isDisabled || isRunning} onClick={() => void startCheck()}>
          {hasResult ? 'Check again' : CHECK_TITLE}
        </Button>
        {isRunning && (
          <Button ref={stop} variant="outlined" color="inherit" disabled={phase === 'stopping'} onClick={stopCheck}>
            Stop
          </Button>
        )}
        {hasResult && (
          <Button
            variant="outlined"
            onClick={() => void copyText(text, report.current).then((isDone) => setCopied(isDone))}
            onBlur={() => setCopied(false)}
          >
            {isCopied ? 'Copied!' : 'Copy the report'}
          </Button>
        )}
        {onClose !== undefined && !isRunning && (
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
        )}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {isCopied && 'The report was copied to the clipboard'}
      </Box>
      <Box aria-live="polite" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
        {isWaiting && <Notice severity="info">Waiting for other LinkedIn work to finish…</Notice>}
        {!isRunning && end !== null && <Notice severity="warning">{explainEnd(end, Date.now(), formatMoment)}</Notice>}
        {hasResult && <Notice severity="info">{summarize(inOrder)}</Notice>}
      </Box>
      {(isRunning || inOrder.length > 0) && <CheckLines lines={lines} asking={asking} isRunning={isRunning} />}
      {hasResult && (
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content', fontSize: '0.875rem' }}>
            What the report says
          </Box>
          <Box
            ref={report}
            component="pre"
            tabIndex={0}
            aria-label="Report"
            sx={{ m: 0, mt: 1, p: 1, overflowX: 'auto', fontSize: '0.75rem', border: 1, borderColor: 'divider', borderRadius: 1 }}
          >
            {text}
          </Box>
        </Box>
      )}
    </Paper>
  );
}
