/** What is left of the member's allowance today, as the extension counts it. */
import type { Meter } from '@leadloom/shared/messages/allowance';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { MeterBar } from '../../../components/meter-bar.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatMoment } from '../../../lib/format-date.ts';
import { explainPause, explainRefusal, explainWarmUp } from './explain-allowance.ts';
import { useAllowance } from './use-allowance.ts';

export function AllowancePanel() {
  const allowance = useAllowance();
  return (
    <Paper
      id="allowance"
      component="section"
      variant="outlined"
      aria-labelledby="allowance-title"
      sx={{ p: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="allowance-title" variant="h2">
        Left today
      </Typography>
      {allowance === null ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The extension counts its requests to LinkedIn. The figures appear once it has answered.
        </Typography>
      ) : (
        <>
          <MeterLine label="Profiles" meter={allowance.profiles} />
          <MeterLine label="Search and connection pages" meter={allowance.searchPages} />
          <MeterLine label="Company and location lookups" meter={allowance.lookups} />
          <Hint text={explainWarmUp(allowance.warmUpDay)} />
          <Hint text="Counted over the last 24 hours, in every tab." />
          <Box aria-live="polite" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
            <Warning text={explainPause(allowance.pause, Date.now(), formatMoment)} />
            <Warning text={explainRefusal(allowance.catalogue)} />
          </Box>
        </>
      )}
    </Paper>
  );
}

interface MeterLineProps {
  readonly label: string;
  readonly meter: Meter;
}

function MeterLine({ label, meter: { used, limit, continuesAt } }: MeterLineProps) {
  const left = Math.max(0, limit - used);
  const figures = `${formatCount(left)} of ${formatCount(limit)}`;
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
        <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
          {label}
        </Box>
        <Box component="span" sx={{ fontWeight: 560, whiteSpace: 'nowrap' }}>
          {figures}
        </Box>
      </Box>
      <MeterBar label={label} value={left} max={limit} text={`${figures} left`} isSpent={left === 0} />
      {continuesAt !== null && <Hint text={`Continues at ${formatMoment(continuesAt)}.`} />}
    </Box>
  );
}

function Hint({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <Typography variant="caption" sx={{ color: 'text.secondary' }}>
      {text}
    </Typography>
  );
}

function Warning({ text }: { readonly text: string | null }) {
  return text === null ? null : <Notice severity="warning">{text}</Notice>;
}
