/** Says on every screen that shows invented rows that they are, and how to remove them. */
import { listSampleRows, type SampleRows } from '@leadloom/shared/contract/dashboard';
import { tableNames } from '@leadloom/shared/tables/table-names';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../lib/api-client/call.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { useQuery } from '../../lib/query/use-query.ts';

const SampleDialog = lazy(async () => ({ default: (await import('./sample-dialog.tsx')).SampleDialog }));

const EVERY_MINUTE = 60_000;
/** What they show belongs to the account. */
const accountScreens = [paths.linkedinCollector, paths.linkedinPeople, '/linkedin/users', paths.social, paths.socialDashboard];

/** Whether the screen shows invented rows. Asks only on screens that could. */
export function useIsSampleShown(): boolean {
  const { pathname } = useLocation();
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const table = tableNames.find((name) => isBelow(tablePath(name)));
  const isOfAccount = accountScreens.some(isBelow);
  const { data } = useQuery({
    queryKey: ['sample-rows'],
    queryFn: ({ signal }): Promise<SampleRows> => call(listSampleRows, {}, { signal }),
    enabled: table !== undefined || isOfAccount,
    staleTime: EVERY_MINUTE,
    retry: false,
  });
  if (data === undefined) return false;
  return table === undefined ? isOfAccount && data.account : data.tables.includes(table);
}

export function SampleNotice() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box
      component="p"
      sx={{
        m: 0,
        // Whole on the narrowest windows, too.
        fontSize: { xs: '0.75rem', sm: '0.8125rem' },
        color: 'text.secondary',
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      These rows are invented samples.{' '}
      <TextButton type="button" onClick={() => setOpen(true)}>
        How to remove them
      </TextButton>
      {isOpen && (
        <Suspense>
          <SampleDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}

const TextButton = styled('button')(({ theme: { vars } }) => ({
  padding: 0,
  border: 0,
  borderRadius: 2,
  background: 'none',
  color: vars.palette.primary.main,
  font: 'inherit',
  textDecoration: 'underline',
  textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
  cursor: 'pointer',
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
}));
