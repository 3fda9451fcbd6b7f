/** The first rows of a file, as it is read. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';

interface FirstRowsProps {
  readonly preview: ImportPreview;
  readonly isReading: boolean;
}

export function FirstRows({ preview: { columns, rows }, isReading }: FirstRowsProps) {
  return (
    <Box
      role="region"
      aria-label="First rows of the file"
      aria-busy={isReading}
      // A region that scrolls is reached by keyboard.
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: '26rem',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Table aria-label="First rows">
        <thead>
          <tr>
            {columns.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing but their place
            <tr key={row}>
              {columns.map(({ header }, column) => (
                <td key={header}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  minWidth: '100%',
  '& th, & td': {
    padding: '4px 12px',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    maxWidth: '18rem',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& th': {
    position: 'sticky',
    top: 0,
    padding: '8px 12px',
    fontWeight: 560,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& td': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
