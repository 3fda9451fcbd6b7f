/** A trend's name, and the way to give it another in its place. */
import { MAX_TREND_NAME, type Trend } from '@leadloom/shared/contract/trends';
import { foundTrendName } from '@leadloom/shared/social/found-trend-name';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormField } from '../../../components/form-field.tsx';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { trendName } from './trend-name.ts';
import type { TrendChange } from './use-trend-changes.ts';

interface TrendTitleProps {
  readonly trend: Trend;
  /** The id of the heading. */
  readonly id: string;
  /** @returns why it failed, for people; null where it worked */
  readonly onChange: (change: TrendChange) => Promise<string | null>;
}

export function TrendTitle({ trend, id, onChange }: TrendTitleProps) {
  const name = trendName(trend);
  // An analysis may not find the trend again, so a chosen name can be replaced only by a detected name that is known.
  const found = foundTrendName(trend.reasons);
  const [draft, setDraft] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = draft !== null;

  // The form takes the focus with it when it closes.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  async function save(trend_name: string | null): Promise<void> {
    setWorking(true);
    setFailure(null);
    const refusal = await onChange({ trend_name });
    setWorking(false);
    if (refusal !== null) {
      setFailure(refusal);
      return;
    }
    setDraft(null);
    if (trend_name === null && found !== null) showSnackbar('info', `It is now called ${found}, after what its videos share.`);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const next = draft?.trim() ?? '';
    if (next !== '' && !isWorking) void save(next);
  }

  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
        <Typography
          id={id}
          component="h3"
          variant="h2"
          sx={{
            overflowWrap: 'anywhere',
            unicodeBidi: 'isolate',
            color: trend.trend_name === null ? 'text.secondary' : undefined,
          }}
        >
          {name}
        </Typography>
        {!isOpen && (
          <IconButton
            ref={opener}
            size="small"
            aria-label={`Rename ${name}`}
            onClick={() => {
              setFailure(null);
              setDraft(trend.trend_name ?? '');
            }}
            sx={{ mt: '-0.1875rem' }}
          >
            <EditOutlined sx={{ fontSize: '1.125rem' }} />
          </IconButton>
        )}
      </Box>
      {isOpen && (
        <Box
          component="form"
          onSubmit={onSubmit}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setDraft(null);
          }}
          sx={{ mt: 1, display: 'grid', gap: 0.5, maxWidth: '30rem' }}
        >
          <FormField
            label="Name of the trend"
            name="trend-name"
            value={draft}
            onChange={(next) => {
              setFailure(null);
              setDraft(next);
            }}
            maxLength={MAX_TREND_NAME}
            error={failure}
            hint={
              trend.is_renamed ? 'You chose this name. Analyses do not change it.' : 'Analyses do not change a name you choose.'
            }
            hasFocusFirst
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button type="submit" size="small" variant="contained" disabled={isWorking || draft.trim() === ''}>
              Save name
            </Button>
            {trend.is_renamed && found !== null && (
              <Button size="small" variant="outlined" disabled={isWorking} onClick={() => void save(null)}>
                Use the detected name
              </Button>
            )}
            <Button size="small" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}
