/** The list of columns to search and tick. */
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { visuallyHidden } from '../../visually-hidden.ts';
import { changeColumn, type Layout, showAllColumns, shownColumns } from './column-layout.ts';

interface ColumnsListProps {
  readonly titleId: string;
  readonly definitions: readonly ColumnDefinition[];
  readonly layout: Layout;
  readonly onChange: (layout: Layout) => void;
}

export function ColumnsList({ titleId, definitions, layout, onChange }: ColumnsListProps) {
  const [search, setSearch] = useState('');
  const names = new Map(definitions.map(({ field, headerName }) => [field, headerName]));
  const shown = shownColumns(layout);
  const listed = [...shown, ...layout.filter(({ is_hidden }) => is_hidden)]
    .map((entry) => ({ ...entry, name: names.get(entry.field) ?? entry.field }))
    .filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const count = `${shown.length} of ${layout.length} shown`;
  return (
    <>
      <Box id={titleId} sx={visuallyHidden}>
        Columns
      </Box>
      <TextField
        autoFocus
        placeholder="Find a column"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': 'Find a column' } }}
        sx={{ m: 1.5, mb: 0.5 }}
      />
      <Box component="ul" sx={{ m: 0, px: 1.5, py: 0.5, overflow: 'auto', listStyle: 'none', minHeight: '4rem' }}>
        {listed.map(({ field, name, is_hidden }) => (
          <li key={field}>
            <FormControlLabel
              sx={{ display: 'flex', mr: 0, '& .MuiFormControlLabel-label': { fontSize: '0.875rem' } }}
              label={name}
              control={
                <Checkbox
                  size="small"
                  checked={!is_hidden}
                  // A table without columns would offer no way to show them again.
                  disabled={!is_hidden && shown.length === 1}
                  onChange={() => onChange(changeColumn(layout, field, { is_hidden: !is_hidden }))}
                />
              }
            />
          </li>
        ))}
        {listed.length === 0 && (
          <Box component="li" sx={{ py: 1, color: 'text.secondary', fontSize: '0.875rem' }}>
            No matching columns.
          </Box>
        )}
      </Box>
      <Divider />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, p: 1 }}>
        <Box role="status" sx={{ flex: 1, pl: 0.75, color: 'text.secondary', fontSize: '0.8125rem' }}>
          {count}
        </Box>
        <Button size="small" onClick={() => onChange(showAllColumns(layout))}>
          Show all
        </Button>
        {/* An empty layout means the defined one, including order and widths. */}
        <Button size="small" onClick={() => onChange([])}>
          Reset
        </Button>
      </Box>
    </>
  );
}
