/**
 * The first lines of a file as they stand in it, those above the header too. A press on the number of a line makes it the
 * header. A format without lines of cells shows the rows as they are read.
 */
import { HEADER_LINE_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';

interface FirstRowsProps {
  readonly preview: ImportPreview;
  readonly isReading: boolean;
  readonly onHeader: (line: number) => void;
}

interface Line {
  /** null: its format has none. */
  readonly line: number | null;
  readonly cells: readonly string[];
}

interface Lines {
  readonly above: readonly Line[];
  readonly header: Line;
  readonly rows: readonly Line[];
}

export function FirstRows({ preview, isReading, onHeader }: FirstRowsProps) {
  const { above, header, rows } = linesOf(preview);
  const hasLines = preview.first_lines !== undefined;
  const width = Math.max(...[header, ...above, ...rows].map(({ cells }) => cells.length));
  if (width === 0) return null;
  const columns = Array.from({ length: width }, (_, index) => index);

  const numberOf = ({ line }: Line) =>
    hasLines && (
      <th scope="row">
        {line !== null && line <= HEADER_LINE_LIMIT && (
          <button
            type="button"
            aria-pressed={line === header.line}
            aria-label={line === header.line ? `Line ${line} is the header` : `Use line ${line} as the header`}
            onClick={() => onHeader(line)}
          >
            {line}
          </button>
        )}
      </th>
    );
  const rowOf = (line: Line, key: string | number) => (
    <tr key={key}>
      {numberOf(line)}
      {columns.map((column) => (
        <td key={column}>{line.cells[column]}</td>
      ))}
    </tr>
  );
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      {hasLines && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {header.line === null ? 'No line is the header.' : `Line ${header.line} is the header.`} To use another line as the
          header, press its number.
        </Box>
      )}
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
            {above.map((line) => rowOf(line, line.line ?? ''))}
            <tr>
              {numberOf(header)}
              {columns.map((column) => (
                <th key={column} scope="col">
                  {header.cells[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.map((line, index) => rowOf(line, index))}</tbody>
        </Table>
      </Box>
    </Box>
  );
}

function linesOf({ first_lines: lines, header_line: headerLine, has_header: hasHeader, columns, rows }: ImportPreview): Lines {
  if (lines === undefined) {
    const header = { line: null, cells: columns.map((column) => column.header) };
    return { above: [], header, rows: rows.map((cells) => ({ line: null, cells })) };
  }
  const at = hasHeader ? lines.findIndex(({ line }) => line === headerLine) : -1;
  const numbered = { line: null, cells: (lines[0]?.cells ?? []).map((_, index) => String(index + 1)) };
  return { above: lines.slice(0, Math.max(0, at)), header: lines[at] ?? numbered, rows: lines.slice(at + 1) };
}

const Table = styled('table')(({ theme: { vars } }) => ({
  borderCollapse: 'separate',
  borderSpacing: 0,
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
  '& th[scope="col"]': {
    position: 'sticky',
    top: 0,
    padding: '8px 12px',
    fontWeight: 560,
    color: vars.palette.text.secondary,
    backgroundColor: vars.palette.background.paper,
    zIndex: 1,
  },
  '& thead td': { color: vars.palette.text.secondary },
  '& tbody td, & tbody th': { borderTop: `1px solid ${vars.palette.divider}` },
  '& th[scope="row"]': {
    position: 'sticky',
    insetInlineStart: 0,
    width: 1,
    padding: '2px 8px',
    backgroundColor: vars.palette.background.paper,
  },
  // The number of the header stays in both directions.
  '& thead tr:last-of-type th[scope="row"]': { top: 0, zIndex: 2 },
  '& button': {
    minWidth: '1.75rem',
    minHeight: '1.5rem',
    padding: '0 4px',
    border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
    borderRadius: vars.shape.borderRadius,
    background: 'none',
    color: vars.palette.text.secondary,
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { borderColor: vars.palette.primary.main, color: vars.palette.primary.main },
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 1 },
    '&[aria-pressed="true"]': {
      borderColor: vars.palette.primary.main,
      backgroundColor: vars.palette.primary.main,
      color: vars.palette.primary.contrastText,
    },
  },
}));
