/** The rows of Companies and People that belong to a collected person. Without a subscription there are none to see. */
import { listProfileRelated } from '@leadloom/shared/contract/profile-related';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { LinkedGroups } from './related-groups.tsx';

export function PersonRows({ userId }: { readonly userId: string }) {
  const related = useQuery({
    // What changes profiles where they are shown must not meet it, because it is none.
    queryKey: ['linkedin', 'related-rows', userId],
    queryFn: async ({ signal }) => (await call(listProfileRelated, { params: { user_id: userId } }, { signal })).data,
    retry: false,
  });
  const isRefused = related.error instanceof ApiError && related.error.status === 403;
  // It stands last on the page, so that nothing moves when it comes.
  if (related.isPending || isRefused || related.data?.length === 0) return null;
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="person-rows"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="person-rows" variant="h2">
        In your tables
      </Typography>
      <LinkedGroups {...related} level="h3" />
    </Paper>
  );
}
