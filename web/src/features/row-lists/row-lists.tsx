/** The account's lists of rows, by table: opened, renamed, deleted, and below them the deleted ones, which can be restored. */

import { myTables, type RowList } from '@leadloom/shared/contract/my-rows';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { ShareListButton } from '../../components/my-rows/share-list-button.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { newAlertPath } from '../../lib/alerts/new-alert-path.ts';
import { listTableTitle } from '../../lib/my-rows/list-table-title.ts';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { listPath, tablePath } from '../../lib/paths.ts';
import { changePin } from '../../lib/pins/change-pin.ts';
import { sectionsOf, whoseText } from '../../lib/workspace/mine-and-shared.ts';
import { changing } from '../../lib/workspace/needs.ts';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';
import { DeletedLists } from './deleted-lists.tsx';
import { DeleteListDialog, RenameDialog } from './list-dialogs.tsx';

type OpenDialog = { readonly what: 'rename' | 'delete'; readonly list: RowList };

export function RowLists() {
  const { data, error, isFetching, refetch } = useRowLists(undefined);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const { isPersonal } = useWorkspace();
  const tables = myTables.filter((table) => data?.some((list) => list.table === table) === true);
  return (
    <PageBody width="list">
      <PageHeading title="Lists" />
      {data === undefined && error === null && <LoadingText>Loading lists…</LoadingText>}
      {data === undefined && error !== null && (
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>
          No lists yet. Select rows of a table, such as <TextLink to={tablePath('companies')}>Companies</TextLink>, and press “Add
          to list”.
        </Typography>
      )}
      {tables.map((table) => (
        <Box component="section" key={table} aria-label={listTableTitle(table)} sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="h2">{listTableTitle(table)}</Typography>
          {sectionsOf(data?.filter((list) => list.table === table) ?? [], isPersonal).map(({ title, entries }) => (
            <Box component="section" key={title} aria-label={title ?? undefined}>
              {title !== null && (
                <Typography variant="h3" sx={{ mt: 0.5, color: 'text.secondary' }}>
                  {title}
                </Typography>
              )}
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {entries.map((list) => (
                  <Line key={list.id} list={list} onAsk={(what) => setOpenDialog({ what, list })} />
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
      <DeletedLists />
      {openDialog?.what === 'rename' && <RenameDialog list={openDialog.list} onClose={() => setOpenDialog(null)} />}
      {openDialog?.what === 'delete' && <DeleteListDialog list={openDialog.list} onClose={() => setOpenDialog(null)} />}
    </PageBody>
  );
}

function Line({ list, onAsk }: { readonly list: RowList; readonly onAsk: (what: OpenDialog['what']) => void }) {
  const queryClient = useQueryClient();
  const { isPersonal } = useWorkspace();
  const reader = useKnownMe()?.email;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: '10rem', overflowWrap: 'anywhere' }}>
        <TextLink to={listPath(list.id)}>{list.name}</TextLink>
        {!isPersonal && <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{whoseText(list, reader)}</Box>}
      </Box>
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{rowWords(list.table, list.count)}</Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          flexBasis: { xs: '100%', sm: 'auto' },
          ml: { xs: -0.625, sm: 0 },
          gap: 0.5,
          // On a phone, all stand in one line as far as possible, and begin where the name does.
          '& > .MuiButton-root': { minWidth: { xs: 0, sm: '4rem' } },
        }}
      >
        <May needs={changing}>
          <Button
            size="small"
            component={Link}
            to={newAlertPath({ kind: 'list', id: list.id })}
            aria-label={`Alert me of changes in ${list.name}`}
          >
            Alert me
          </Button>
        </May>
        <May needs={changing}>
          <Button
            size="small"
            aria-label={`${list.is_pinned === true ? 'Unpin' : 'Pin'} ${list.name}`}
            onClick={() =>
              void changePin(queryClient, { kind: 'list', id: String(list.id), name: list.name }, list.is_pinned !== true)
            }
          >
            {list.is_pinned === true ? 'Unpin' : 'Pin'}
          </Button>
        </May>
        <ShareListButton list={list} />
        <May needs={changing}>
          <Button size="small" aria-label={`Rename ${list.name}`} onClick={() => onAsk('rename')}>
            Rename
          </Button>
        </May>
        <May needs={changing}>
          <Button size="small" color="error" aria-label={`Delete ${list.name}`} onClick={() => onAsk('delete')}>
            Delete
          </Button>
        </May>
      </Box>
    </Box>
  );
}
