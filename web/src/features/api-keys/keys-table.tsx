import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import { visuallyHidden } from '../../components/visually-hidden.ts';
import type { ListedKey } from './key-list.ts';
import { KeyRow } from './key-row.tsx';

const COLUMNS = ['Key ID', 'Created', 'Key Secret', 'Name', 'Rights', 'Last used'] as const;

interface KeysTableProps {
  /** undefined until the list has arrived. */
  readonly keys: readonly ListedKey[] | undefined;
  readonly leaving: readonly ListedKey[];
  readonly secrets: ReadonlyMap<string, string>;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onDelete: (key: ListedKey) => Promise<void>;
  readonly onGone: (key: ListedKey) => void;
}

export function KeysTable({ keys, leaving, secrets, hasFailed, onRetry, onDelete, onGone }: KeysTableProps) {
  const region = useRef<HTMLDivElement>(null);
  const isLeaving = new Set(leaving.map(({ id }) => id));
  const rows = [...(keys ?? []).filter(({ id }) => !isLeaving.has(id)), ...leaving].sort(byAge);

  function onRowGone(key: ListedKey): void {
    onGone(key);
    // Its button had the focus; without this, the focus would return to the top of the page.
    if (document.activeElement === null || document.activeElement === document.body) region.current?.focus();
  }

  return (
    <Box ref={region} role="region" aria-label="Your API keys" tabIndex={-1} sx={{ outline: 'none' }}>
      <Table>
        {/* What is in the columns decides where they stand. */}
        <thead style={keys === undefined && !hasFailed ? { visibility: 'hidden' } : undefined}>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <Box component="span" sx={visuallyHidden}>
                Delete
              </Box>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((key) => (
            <KeyRow
              key={key.id}
              listed={key}
              secret={secrets.get(key.id) ?? null}
              isDeleted={isLeaving.has(key.id)}
              onDelete={() => onDelete(key)}
              onGone={() => onRowGone(key)}
            />
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={COLUMNS.length + 1}>
                <Instead isLoaded={keys !== undefined} hasFailed={hasFailed} onRetry={onRetry} />
              </td>
            </tr>
          )}
        </tbody>
      </Table>
    </Box>
  );
}

interface InsteadProps {
  readonly isLoaded: boolean;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** Stands in place of the keys. */
function Instead({ isLoaded, hasFailed, onRetry }: InsteadProps) {
  if (isLoaded) return <Box sx={{ py: 3, textAlign: 'center', color: 'text.secondary' }}>You have no API keys yet.</Box>;
  if (!hasFailed) return <Skeleton aria-hidden width="min(100%, 26rem)" />;
  return (
    <Button variant="outlined" onClick={onRetry}>
      Try again
    </Button>
  );
}

function byAge(one: ListedKey, other: ListedKey): number {
  return one.created_at.localeCompare(other.created_at) || one.id.localeCompare(other.id);
}

/**
 * On a narrow screen every key is a block of labelled lines, because a secret that must be scrolled to is
 * easily missed.
 */
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& th': {
    padding: '10px 16px',
    textAlign: 'start',
    fontWeight: 560,
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
  },
  '& td': { padding: '10px 16px', borderTop: `1px solid ${theme.vars.palette.divider}`, whiteSpace: 'nowrap' },
  '& td[data-label="Name"]': { minWidth: '8rem', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  // The only column that shrinks.
  '& td[data-label="Key Secret"]': { width: '100%', whiteSpace: 'normal' },
  [theme.breakpoints.down('sm')]: {
    '& thead': visuallyHidden,
    '& tbody, & tr': { display: 'block' },
    '& tr + tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
    '& tr': { padding: '8px 16px' },
    '& td': { display: 'flex', gap: 12, padding: '6px 0', border: 0 },
    '& td[data-label]::before': {
      content: 'attr(data-label)',
      flex: '0 0 6rem',
      color: theme.vars.palette.text.secondary,
    },
  },
}));
