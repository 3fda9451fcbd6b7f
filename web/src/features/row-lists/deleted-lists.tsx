/** Lists that were deleted, folded: when each is gone for good, and the way to bring it back. */
import { DELETED_LISTS_RETENTION_DAYS, type RowList } from '@leadloom/shared/contract/my-rows';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { May } from '../../components/workspace/may.tsx';
import { formatDay } from '../../lib/format-date.ts';
import { listTableTitle } from '../../lib/my-rows/list-table-title.ts';
import { useDeletedLists } from '../../lib/my-rows/my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { PurgeDialog } from './list-dialogs.tsx';
import { useRestoreList } from './use-restore-list.ts';

const DAY = 24 * 3600 * 1000;

/** Shows nothing while there is none. */
export function DeletedLists() {
  const { data = [] } = useDeletedLists();
  const restore = useRestoreList();
  const [listToPurge, setListToPurge] = useState<RowList | null>(null);
  /** Being restored. */
  const [restored, setRestored] = useState<number | null>(null);
  if (data.length === 0) return null;
  return (
    <Box component="details" sx={{ '& > summary': { cursor: 'pointer', width: 'fit-content', py: 0.5, fontWeight: 600 } }}>
      <summary>{`Deleted lists (${data.length})`}</summary>
      <Box component="ul" aria-label="Deleted lists" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map((list) => (
          <Box
            component="li"
            key={list.id}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              py: 0.5,
              borderBottom: 1,
              borderColor: 'divider',
            }}
          >
            <Box sx={{ flex: 1, minWidth: '14rem', overflowWrap: 'anywhere' }}>
              {list.name}
              <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}>
                {`${rowWords(list.table, list.count)} in ${listTableTitle(list.table)}. Gone on ${goneOn(list)}.`}
              </Box>
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', ml: { xs: -0.625, sm: 0 }, gap: 0.5 }}>
              <May needs={changing}>
                <Button
                  size="small"
                  disabled={restored === list.id}
                  aria-label={`Restore ${list.name}`}
                  onClick={() => {
                    setRestored(list.id);
                    void restore(list).finally(() => setRestored(null));
                  }}
                >
                  Restore
                </Button>
              </May>
              <May needs={changing}>
                <Button
                  size="small"
                  color="error"
                  aria-label={`Delete for good: ${list.name}`}
                  onClick={() => setListToPurge(list)}
                >
                  Delete for good
                </Button>
              </May>
            </Box>
          </Box>
        ))}
      </Box>
      {listToPurge !== null && <PurgeDialog list={listToPurge} onClose={() => setListToPurge(null)} />}
    </Box>
  );
}

function goneOn({ deleted_at: deletedAt = '' }: RowList): string {
  return formatDay(new Date(Date.parse(deletedAt) + DELETED_LISTS_RETENTION_DAYS * DAY).toISOString());
}
