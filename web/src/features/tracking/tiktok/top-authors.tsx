/** The authors with the most videos, each tracked by one press. They are offered to an account that tracks nobody. */
import { listTopAuthors } from '@leadloom/shared/contract/tiktok';
import AddRounded from '@mui/icons-material/AddRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { May } from '../../../components/workspace/may.tsx';
import { useMe } from '../../../lib/account/use-me.ts';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { collecting } from '../../../lib/workspace/needs.ts';
import { explainFailure } from '../explain-failure.ts';
import { failures, successes } from './tiktok-texts.ts';

interface TopAuthorsProps {
  /** Names; undefined while they are not known. */
  readonly tracked: readonly string[] | undefined;
  /** @throws {ApiError} */
  readonly onTrack: (names: readonly string[]) => Promise<unknown>;
}

export function TopAuthors({ tracked, onTrack }: TopAuthorsProps) {
  const isVerified = useMe().data?.verified === true;
  /** The list is offered from then on, so that several can be tracked one after the other. */
  const [hadNobody, setHadNobody] = useState(false);
  if (tracked?.length === 0 && !hadNobody) setHadNobody(true);
  const { data = [] } = useQuery({
    queryKey: ['tiktok', 'top-authors'] as const,
    queryFn: async ({ signal }) => (await call(listTopAuthors, {}, { signal })).data,
    enabled: hadNobody && isVerified,
  });
  const [busy, setBusy] = useState<string | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const offered = data.filter(({ unique_id: id }) => tracked?.includes(id) === false);
  if (!hadNobody || offered.length === 0) return null;

  async function track(id: string): Promise<void> {
    setBusy(id);
    try {
      await onTrack([id]);
      showSnackbar('success', successes.track);
      // The pressed button is gone, and would lose the focus.
      group.current?.focus();
    } catch (cause) {
      const { text, reason } = explainFailure(cause, failures.track);
      logProblem(text, cause);
      showSnackbar('error', reason ?? text);
    }
    setBusy(null);
  }

  return (
    <Box
      ref={group}
      role="group"
      aria-labelledby="top-authors-title"
      tabIndex={-1}
      sx={{ p: 2, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 1, outline: 'none' }}
    >
      <Typography id="top-authors-title" component="h3" variant="h3">
        Authors with the most videos
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {offered.map(({ unique_id: id, video_count: count }) => (
          <li key={id}>
            <May needs={collecting}>
              <Button
                size="small"
                variant="outlined"
                startIcon={<AddRounded />}
                disabled={busy !== null}
                aria-label={`Track ${id}, ${videosText(count)}`}
                title={videosText(count)}
                onClick={() => void track(id)}
                sx={{ fontVariantNumeric: 'tabular-nums' }}
              >
                <bdi>{id}</bdi>&nbsp;· {formatCount(count)}
              </Button>
            </May>
          </li>
        ))}
      </Box>
    </Box>
  );
}

function videosText(count: number): string {
  return count === 1 ? '1 video' : `${formatCount(count)} videos`;
}
