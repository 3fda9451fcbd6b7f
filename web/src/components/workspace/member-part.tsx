/** What the reader has used of their own part of the workspace's export limit; nothing where no part was set. */
import { getUsage } from '@leadloom/shared/contract/usage';
import Box from '@mui/material/Box';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { useQuery } from '../../lib/query/use-query.ts';

/** @param exported rows that the workspace exported this month: the part is read again when that changes */
export function MemberPart({ exported }: { readonly exported: number }) {
  const { data } = useQuery({
    queryKey: ['usage', exported],
    queryFn: ({ signal }) => call(getUsage, { query: {} }, { signal }),
    retry: false,
  });
  if (data?.member == null) return null;
  const { used, limit } = data.member;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      Your part: {formatCount(used)} of {formatRows(limit)}
    </Box>
  );
}
