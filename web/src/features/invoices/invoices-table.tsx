import type { listInvoices } from '@leadloom/shared/contract/billing';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { ExternalLink } from '../../components/external-link.tsx';
import { formatDay } from '../../lib/format-date.ts';

const COLUMNS = ['Invoice ID', 'URL'] as const;

interface InvoicesTableProps {
  readonly invoices: EndpointResult<typeof listInvoices>;
}

export function InvoicesTable({ invoices }: InvoicesTableProps) {
  return (
    <Card>
      <TableContainer>
        <Table aria-label="Invoices" sx={{ '& th, & td': { borderColor: 'divider' }, '& tbody tr:last-child td': { border: 0 } }}>
          <TableHead>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableCell key={column} sx={{ color: 'text.secondary', fontWeight: 560 }}>
                  {column}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {invoices.map(({ id, invoice_url: url, paid_on: paidOn }) => (
              <TableRow key={id}>
                {/* Ids have no spaces to break at. */}
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{id}</TableCell>
                <TableCell>
                  <ExternalLink href={url}>Invoice of {formatDay(paidOn)}</ExternalLink>
                </TableCell>
              </TableRow>
            ))}
            {invoices.length === 0 && (
              <TableRow>
                <TableCell colSpan={COLUMNS.length} sx={{ py: 5, textAlign: 'center', color: 'text.secondary' }}>
                  You don't have invoices
                </TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </TableContainer>
    </Card>
  );
}
