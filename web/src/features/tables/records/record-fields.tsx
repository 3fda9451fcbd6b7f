/** Every field of a row in its group, whole and to be copied; those without a value are folded at the end. */
import type { RowSource } from '@leadloom/shared/contract/table-records';
import type { ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { cellTitle, wholeText } from '../../../components/data-grid/body/cell-format.ts';
import { cellHref, linkTarget } from '../../../components/data-grid/body/cell-link.ts';
import { shownCell } from '../../../components/data-grid/body/shown-cell.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import { FieldSource } from './field-source.tsx';
import { recordLayout } from './record-layout.ts';
import { wordedCell } from './worded-cell.ts';

interface RecordFieldsProps {
  readonly name: TableName;
  readonly row: TableRow;
  /** The open sources that filled cells of the row. */
  readonly sources: readonly RowSource[];
  /** The level of the groups' headings. */
  readonly level: 'h2' | 'h3';
}

export function RecordFields({ name, row, sources, level }: RecordFieldsProps) {
  const { columns } = tableByName(name);
  const isBlank = (column: ColumnDefinition) => wholeText(column, shownCell(row, column)) === '';
  const groups = recordLayout(name).groups.map(({ title, fields }) => {
    return { title, columns: fields.flatMap((field) => columns.filter((column) => column.field === field)) };
  });
  const blank = groups.flatMap((group) => group.columns).filter(isBlank);
  return (
    <Box component="section" aria-label="Fields" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {groups.map((group) => {
        const filled = group.columns.filter((column) => !isBlank(column));
        return (
          filled.length > 0 && (
            <div key={group.title}>
              <Typography component={level} sx={{ fontSize: '0.8125rem', fontWeight: 600, pb: 0.5 }}>
                {group.title}
              </Typography>
              <Box component="dl" sx={{ m: 0, borderTop: 1, borderColor: 'divider' }}>
                {filled.map((column) => (
                  <Field
                    key={column.field}
                    name={name}
                    column={column}
                    row={row}
                    source={sources.find(({ fields }) => fields.includes(column.field)) ?? null}
                    hasSources={sources.length > 0}
                  />
                ))}
              </Box>
            </div>
          )
        );
      })}
      {blank.length > 0 && (
        <Box component="details" sx={{ mt: -1, fontSize: '0.8125rem', color: 'text.secondary' }}>
          <Box component="summary" sx={{ cursor: 'pointer', py: 0.5 }}>
            {blank.length === 1 ? '1 empty field' : `${blank.length} empty fields`}
          </Box>
          {blank.map(({ headerName }) => headerName).join(', ')}
        </Box>
      )}
    </Box>
  );
}

interface FieldProps {
  readonly name: TableName;
  readonly column: ColumnDefinition;
  readonly row: TableRow;
  /** null: a file or a person filled the cell. */
  readonly source: RowSource | null;
  /** Whether some field of the row has a source, so that all keep room for its mark. */
  readonly hasSources: boolean;
}

function Field({ name, column, row, source, hasSources }: FieldProps) {
  const shownIn = useRef<HTMLSpanElement>(null);
  const value = wordedCell(name, column.field, shownCell(row, column));
  const text = wholeText(column, value);
  const href = typeof value === 'string' ? cellHref(column, value) : null;

  async function onCopy(): Promise<void> {
    if (await copyText(text, shownIn.current)) showSnackbar('success', `${column.headerName} was copied.`);
  }

  const isLong = column.kind === 'long-text';
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: isLong
          ? 'minmax(0, 1fr) auto'
          : { xs: '6.5rem minmax(0, 1fr) auto', sm: '9rem minmax(0, 1fr) auto' },
        columnGap: 1.5,
        alignItems: 'start',
        py: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: '0.875rem',
        lineHeight: '1.5rem',
        // The button is shown where it can be pressed: at the field under the pointer, at the one with the focus, and always
        // by touch.
        '@media (hover: hover)': {
          '& button': { opacity: 0 },
          '&:hover button, & button:focus-visible': { opacity: 1 },
        },
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {column.headerName}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          ...(isLong ? { gridRow: 2, gridColumn: '1 / -1', pb: 0.5 } : {}),
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          unicodeBidi: 'plaintext',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span ref={shownIn} title={cellTitle(column, value)}>
          {href === null ? (
            text
          ) : (
            <Link href={href} {...linkTarget(href)}>
              {text}
            </Link>
          )}
        </span>
      </Box>
      <Box component="dd" sx={{ m: 0, display: 'flex', justifyContent: 'flex-end', minWidth: hasSources ? '3.25rem' : 0 }}>
        {source !== null && <FieldSource headerName={column.headerName} source={source} />}
        <IconButton
          size="small"
          aria-label={`Copy ${column.headerName}`}
          title="Copy"
          onClick={() => void onCopy()}
          sx={{ p: 0.5 }}
        >
          <ContentCopyRounded sx={{ fontSize: '1rem' }} />
        </IconButton>
      </Box>
    </Box>
  );
}
