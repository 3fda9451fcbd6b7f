import { type Erasure, listErasures } from '@leadloom/shared/contract/erasures';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PlainColumn } from '../../../components/plain-table.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { ConsoleList, useConsolePage } from '../console-list.tsx';
import { ErasureActions } from './erasure-actions.tsx';
import { ErasureTouchesList } from './erasure-touches.tsx';
import { dueText, stateText, subjectText } from './erasure-words.ts';
import { NewErasure } from './new-erasure.tsx';

/** The time between two looks while requests are being examined or carried out. */
const LOOK_MILLISECONDS = 2_000;

const columns: readonly PlainColumn<Erasure>[] = [
  { title: 'Person', cell: (erasure) => <Subject erasure={erasure} /> },
  { title: 'State', cell: stateText },
  { title: 'Answer by', cell: (erasure) => <Due erasure={erasure} /> },
  { title: 'Removes', cell: (erasure) => <ErasureTouchesList erasure={erasure} /> },
  { title: 'Actions', cell: (erasure) => <ErasureActions erasure={erasure} /> },
];

/** Requests to be removed: the ones to be answered first, by their due date. */
export function ErasuresScreen() {
  const [page, setPage] = useState(1);
  const [isEntering, setEntering] = useState(false);
  const queryClient = useQueryClient();
  const query = useConsolePage(['erasures', page], (options) => call(listErasures, { query: { page } }, options));
  const { data, refetch } = query;
  const isMoving =
    data?.data.some(({ state, touches }) => state === 'running' || (state === 'open' && touches === null)) ?? false;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void refetch(), LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isMoving, refetch]);

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', mr: 'auto', maxWidth: '44rem' }}>
          People ask at {window.location.origin}/app/erasure and confirm by email. Requests that came by letter are entered here.
        </Box>
        <Button variant="contained" onClick={() => setEntering(true)}>
          Enter a request
        </Button>
      </Box>
      <ConsoleList
        label="Erasures"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nobody has asked to be removed."
        page={page}
        onPage={setPage}
      />
      {isEntering && (
        <NewErasure
          onEntered={() => {
            setEntering(false);
            void queryClient.invalidateQueries({ queryKey: ['console', 'erasures'] });
          }}
          onClose={() => setEntering(false)}
        />
      )}
    </>
  );
}

function Subject({ erasure }: { readonly erasure: Erasure }) {
  const { by, message, profile_url: profile, reason } = erasure;
  return (
    <>
      {subjectText(erasure)}
      {by === 'mail' && profile !== null && (
        <Box sx={{ color: 'text.secondary' }}>The email is confirmed, the address of the profile is not.</Box>
      )}
      {by !== 'mail' && <Box sx={{ color: 'text.secondary' }}>{by === 'letter' ? 'By letter' : 'By the command'}</Box>}
      {message !== null && <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-line', maxWidth: '24rem' }}>“{message}”</Box>}
      {reason !== null && <Box sx={{ color: 'text.secondary' }}>Refused because: {reason}</Box>}
    </>
  );
}

function Due({ erasure }: { readonly erasure: Erasure }) {
  const { state, due_at: due, ended_at: ended } = erasure;
  if (ended !== null) return `Ended ${formatDay(ended)}`;
  const text = dueText(erasure, new Date());
  const isLate = state === 'open' && text.endsWith('late');
  return (
    <>
      {formatDay(due)}
      <Box sx={{ color: isLate ? 'error.main' : 'text.secondary' }}>{text}</Box>
    </>
  );
}
