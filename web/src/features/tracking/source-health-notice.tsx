/** The problem of a whole network, shown above the names tracked on it. */
import type { SourceHealth } from '@leadloom/shared/contract/sources';
import Box from '@mui/material/Box';
import { Notice } from '../../components/notice.tsx';
import { networkSeverities, nextTryText } from '../../components/source-health-words.ts';

interface SourceHealthNoticeProps {
  /** null: not known. */
  readonly health: SourceHealth | null;
  /** In milliseconds. */
  readonly now: number;
}

export function SourceHealthNotice({ health, now }: SourceHealthNoticeProps) {
  const severity = health === null ? undefined : networkSeverities[health.state];
  return (
    <Box aria-live="polite" sx={{ '&:empty': { display: 'none' } }}>
      {health !== null && severity !== undefined && (
        <Notice severity={severity}>
          <p>{health.message}</p>
          <NextTry text={nextTryText(health, now)} />
        </Notice>
      )}
    </Box>
  );
}

function NextTry({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    // The area around it is read out when it changes; the time that is left changes all the time.
    <Box component="p" aria-live="off" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </Box>
  );
}
