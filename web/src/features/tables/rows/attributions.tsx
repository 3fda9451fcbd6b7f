/** What the licences of open sources ask for where their rows are shown: one quiet line, and none where there are no such rows. */
import { openSourceFacts, openSourceIds } from '@leadloom/shared/contract/open-source-ids';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import Box from '@mui/material/Box';

/** @param listed ids of sources, of which those of open sources are named */
export function attributionsOf(listed: readonly string[]): string {
  const ids = openSourceIds.filter((id) => listed.includes(id));
  return ids.map((id) => openSourceFacts[id].attribution).join(' ');
}

export function Attributions({ rows }: { readonly rows: readonly TableRow[] }) {
  const text = attributionsOf(rows.flatMap(({ sources }) => (typeof sources === 'object' && sources !== null ? sources : [])));
  if (text === '') return null;
  return (
    <Box
      role="note"
      aria-label="Sources"
      sx={{
        // Its text begins where the screen's heading does.
        px: { xs: 2, md: 3 },
        py: 0.25,
        flex: 'none',
        fontSize: '0.75rem',
        lineHeight: '1rem',
        color: 'text.secondary',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </Box>
  );
}
