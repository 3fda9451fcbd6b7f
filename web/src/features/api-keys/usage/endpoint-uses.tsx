import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { formatCount } from '../../../lib/format-count.ts';
import type { EndpointUse } from './summarize-usage.ts';

/** The number of endpoints shown at first. More are shown on request, so that the next key is visible. */
const SHOWN = 5;

interface EndpointUsesProps {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly endpoints: readonly EndpointUse[];
}

/** What a key called, most frequent first. */
export function EndpointUses({ label, endpoints }: EndpointUsesProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? endpoints : endpoints.slice(0, SHOWN);
  return (
    <>
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            <th scope="col">Calls</th>
            <th scope="col">Refused</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ endpoint, calls, refused, failed }) => (
            <tr key={endpoint}>
              <th scope="row">{endpoint}</th>
              <td>{formatCount(calls)}</td>
              <Count count={refused} />
              <Count count={failed} />
            </tr>
          ))}
        </tbody>
      </Table>
      {endpoints.length > SHOWN && (
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ justifySelf: 'start', ml: -0.5 }}>
          {isOpen ? 'Show fewer' : `Show all ${endpoints.length} endpoints`}
        </Button>
      )}
    </>
  );
}

/** Zero errors are shown in a muted colour. */
function Count({ count }: { readonly count: number }) {
  return <td className={count === 0 ? 'none' : ''}>{formatCount(count)}</td>;
}

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '6px 0 6px 12px', textAlign: 'end', fontWeight: 400, verticalAlign: 'top' },
  '& thead th': { color: theme.vars.palette.text.secondary, fontWeight: 560, whiteSpace: 'nowrap' },
  '& thead th:first-of-type, & th[scope="row"]': { textAlign: 'start', paddingInlineStart: 0, width: '100%' },
  '& tbody th': { fontFamily: 'monospace', fontSize: '0.8125rem', overflowWrap: 'anywhere' },
  '& tbody tr > *': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& td.none': { color: theme.vars.palette.text.secondary },
}));
