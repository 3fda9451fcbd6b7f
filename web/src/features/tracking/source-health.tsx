/**
 * When a tracked name was last visited and, if something is wrong, why: a label with an icon, the next try, and
 * the full message.
 */
import type { SourceHealth as Health, SourceState } from '@leadloom/shared/contract/sources';
import BlockRounded from '@mui/icons-material/BlockRounded';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded';
import KeyOffOutlined from '@mui/icons-material/KeyOffOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import PauseCircleOutlineRounded from '@mui/icons-material/PauseCircleOutlineRounded';
import PowerOffOutlined from '@mui/icons-material/PowerOffOutlined';
import SearchOffRounded from '@mui/icons-material/SearchOffRounded';
import SyncRounded from '@mui/icons-material/SyncRounded';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import { healthWords, nextTryText } from '../../components/source-health-words.ts';
import { Tag } from '../../components/tag.tsx';

const icons: Readonly<Record<Exclude<SourceState, 'ok'>, typeof SvgIcon>> = {
  not_configured: PowerOffOutlined,
  waiting: HourglassEmptyRounded,
  visiting: SyncRounded,
  rate_limited: PauseCircleOutlineRounded,
  refused: KeyOffOutlined,
  blocked: BlockRounded,
  not_found: SearchOffRounded,
  banned: BlockRounded,
  private: LockOutlined,
  quarantined: LockOutlined,
  gated: LockOutlined,
  restricted: LockOutlined,
  failed: ErrorOutlineRounded,
};

interface SourceHealthProps {
  readonly health: Health;
  /** The time of the last visit, shown first. */
  readonly children: ReactNode;
  /** The message is already shown above, because it applies to all names. */
  readonly isMessageShownAbove: boolean;
  /** In milliseconds. */
  readonly now: number;
}

export function SourceHealth({ health, children, isMessageShownAbove, now }: SourceHealthProps) {
  const { state, message } = health;
  const next = state === 'ok' ? null : nextTryText(health, now);
  const isMessageNeeded = !isMessageShownAbove && state !== 'ok' && state !== 'waiting' && state !== 'visiting';
  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0.25rem 0.625rem' }}>
        {children}
        {state !== 'ok' && <StateChip state={state} />}
        {next !== null && (
          <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
            {next}
          </Box>
        )}
      </Box>
      {isMessageNeeded && (
        <Box
          component="p"
          sx={{ m: 0, mt: 0.5, fontSize: '0.8125rem', color: 'text.secondary', maxWidth: '75ch', textWrap: 'pretty' }}
        >
          {message}
        </Box>
      )}
    </div>
  );
}

function StateChip({ state }: { readonly state: keyof typeof icons }) {
  const { label, tone } = healthWords[state];
  const Icon = icons[state];
  return (
    <Tag tone={tone}>
      <Icon aria-hidden />
      <span>{label}</span>
    </Tag>
  );
}
