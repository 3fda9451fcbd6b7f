/** The job boards that are read, how each does, and how one is removed. */
import { type JobBoard, listJobBoards, removeJobBoard } from '@leadloom/shared/contract/open-sources';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { ExternalLink } from '../../../components/external-link.tsx';
import { FormField } from '../../../components/form-field.tsx';
import type { PlainColumn } from '../../../components/plain-table.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import { ConsoleList, useConsolePage } from '../console-list.tsx';
import { useConsoleAction } from '../use-console-action.ts';
import { useSettledText } from '../use-settled-text.ts';
import { OPEN_SOURCES } from './use-open-sources.ts';

/** Folded, because there may be thousands. */
export function KnownBoards({ count }: { readonly count: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ mx: -0.625 }}>
        {isOpen ? 'Hide the boards' : `Show ${count === 1 ? 'the board' : `the ${formatCount(count)} boards`}`}
      </Button>
      {isOpen && <Boards />}
    </Box>
  );
}

function Boards() {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<JobBoard | null>(null);
  const q = useSettledText(text.trim());
  // With the sources, so that both are read again when a board was added or removed.
  const query = useConsolePage([OPEN_SOURCES, 'boards', q, page], (options) =>
    call(listJobBoards, { query: { page, ...(q === '' ? {} : { q }) } }, options),
  );
  const { opened, open, close, carryOut, isSending, failure, proofDialog } = useConsoleAction<'remove'>(OPEN_SOURCES);
  const columns: readonly PlainColumn<JobBoard>[] = [
    { title: 'Board', cell: (board) => <BoardLink board={board} /> },
    { title: 'Company', cell: ({ company_name: name, company_website: website }) => name ?? website ?? NO_VALUE },
    {
      title: 'Last read',
      cell: ({ read_at: at, error }) => error ?? (at === null ? 'Not read yet' : formatDayAndTime(at)),
    },
    {
      title: 'Action',
      cell: (board) => (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={`Remove ${nameOf(board)}`}
          onClick={() => {
            setRemoving(board);
            open('remove');
          }}
        >
          Remove
        </Button>
      ),
    },
  ];

  async function onRemove({ provider, token }: JobBoard): Promise<void> {
    await carryOut(() => call(removeJobBoard, { params: { provider, token } }), 'The board is removed.');
  }

  return (
    <Box sx={{ width: '100%', display: 'grid', gap: 1.5 }}>
      <Box sx={{ maxWidth: '24rem' }}>
        <FormField
          label="Find a board"
          name="boards"
          value={text}
          maxLength={500}
          onChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
      </Box>
      <ConsoleList
        label="Job boards"
        query={query}
        columns={columns}
        keyOf={({ provider, token }) => `${provider} ${token}`}
        empty={q === '' ? 'There are no job boards.' : 'No board matches. Try a shorter part of its name.'}
        page={page}
        onPage={setPage}
      />
      {opened === 'remove' && removing !== null && (
        <ConfirmDialog
          title={`Remove ${nameOf(removing)}?`}
          text="It is not read any more, and its jobs stay as they are. If a company's website links it, the next look at that website finds it again."
          confirmLabel="Remove"
          isDestructive
          isWorking={isSending}
          failure={failure}
          onConfirm={() => void onRemove(removing)}
          onClose={close}
        />
      )}
      {proofDialog}
    </Box>
  );
}

function BoardLink({ board }: { readonly board: JobBoard }) {
  return board.url === null ? nameOf(board) : <ExternalLink href={board.url}>{nameOf(board)}</ExternalLink>;
}

/** `jobs.lever.co/acme` */
function nameOf({ provider, token, url }: JobBoard): string {
  return url === null ? `${provider} ${token}` : decodeURI(url.replace(/^https:\/\//, ''));
}
