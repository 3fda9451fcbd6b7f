/** The account's lists of rows, by table: opened as a filtered table, renamed, deleted. */

import { changeRowList, deleteRowList } from '@leadloom/shared/contract/my-row-changes';
import { COLLECTED_PEOPLE, type MyTable, myTables, type RowList } from '@leadloom/shared/contract/my-rows';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { newAlertPath } from '../../lib/alerts/new-alert-path.ts';
import { call } from '../../lib/api-client/call.ts';
import { useReloadMyRows } from '../../lib/my-rows/change-my-rows.ts';
import { useRowLists } from '../../lib/my-rows/my-rows.ts';
import { rowWords } from '../../lib/my-rows/row-words.ts';
import { paths, tablePath } from '../../lib/paths.ts';
import { useChangePin } from '../../lib/pins/use-pins.ts';

type Asked = { readonly what: 'rename' | 'delete'; readonly list: RowList };

export function RowLists() {
  const { data, error, isFetching, refetch } = useRowLists(undefined);
  const [asked, setAsked] = useState<Asked | null>(null);
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
        <Box component="section" key={table} aria-label={titleOf(table)} sx={{ display: 'grid', gap: 0.5 }}>
          <Typography variant="h2">{titleOf(table)}</Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data
              ?.filter((list) => list.table === table)
              .map((list) => (
                <Line key={list.id} list={list} onAsk={(what) => setAsked({ what, list })} />
              ))}
          </Box>
        </Box>
      ))}
      {asked?.what === 'rename' && <RenameDialog list={asked.list} onClose={() => setAsked(null)} />}
      {asked?.what === 'delete' && <DeleteDialog list={asked.list} onClose={() => setAsked(null)} />}
    </PageBody>
  );
}

function titleOf(table: MyTable): string {
  return table === COLLECTED_PEOPLE ? 'Collected people' : tableByName(table).title;
}

function addressOf({ id, table }: RowList): string {
  return table === COLLECTED_PEOPLE ? `${paths.linkedinPeople}?list=${id}` : `${tablePath(table)}?list=${id}`;
}

function Line({ list, onAsk }: { readonly list: RowList; readonly onAsk: (what: Asked['what']) => void }) {
  const changePin = useChangePin();
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: '10rem', overflowWrap: 'anywhere' }}>
        <TextLink to={addressOf(list)}>{list.name}</TextLink>
      </Box>
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{rowWords(list.table, list.count)}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', flexBasis: { xs: '100%', sm: 'auto' }, ml: { xs: -0.625, sm: 0 }, gap: 0.5 }}>
        <Button
          size="small"
          component={Link}
          to={newAlertPath({ kind: 'list', id: list.id })}
          aria-label={`Alert me of changes in ${list.name}`}
        >
          Alert me
        </Button>
        <Button
          size="small"
          aria-label={`${list.is_pinned === true ? 'Unpin' : 'Pin'} ${list.name}`}
          onClick={() => void changePin({ kind: 'list', id: String(list.id), name: list.name }, list.is_pinned !== true)}
        >
          {list.is_pinned === true ? 'Unpin' : 'Pin'}
        </Button>
        <Button size="small" aria-label={`Rename ${list.name}`} onClick={() => onAsk('rename')}>
          Rename
        </Button>
        <Button size="small" color="error" aria-label={`Delete ${list.name}`} onClick={() => onAsk('delete')}>
          Delete
        </Button>
      </Box>
    </Box>
  );
}

interface ListDialogProps {
  readonly list: RowList;
  readonly onClose: () => void;
}

/** Runs a change of a list, and says why it failed. */
function useListChange(onClose: () => void) {
  const reload = useReloadMyRows();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function change(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await reload();
      onClose();
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : 'The list could not be changed.');
      setBusy(false);
    }
  }
  return { isBusy, failure, change };
}

function RenameDialog({ list, onClose }: ListDialogProps) {
  const [name, setName] = useState(list.name);
  const { isBusy, failure, change } = useListChange(onClose);
  return (
    <FormDialog
      title="Rename the list"
      submitLabel="Rename"
      isSubmitDisabled={isBusy || name.trim() === ''}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void change(() => call(changeRowList, { params: { list_id: list.id }, body: { name } }))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        size="small"
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 80 } }}
        sx={{ mt: 0.75 }}
      />
    </FormDialog>
  );
}

function DeleteDialog({ list, onClose }: ListDialogProps) {
  const { isBusy, failure, change } = useListChange(onClose);
  return (
    <ConfirmDialog
      title={`Delete ${list.name}?`}
      text="The list cannot be restored. Its rows stay in their table."
      confirmLabel="Delete"
      isDestructive
      isWorking={isBusy}
      failure={failure}
      onConfirm={() => void change(() => call(deleteRowList, { params: { list_id: list.id } }))}
      onClose={onClose}
    />
  );
}
