/** Columns that are filled by two headers joined, or by one value in every row. */
import type { ImportMapping } from '@leadloom/shared/contract/import-uploads';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { fileTable } from '@leadloom/shared/tables/file-table';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { clearColumn, fillColumn, filledColumns } from './map-columns.ts';

interface FilledColumnsProps {
  readonly definition: TableDefinition;
  readonly mapping: ImportMapping;
  readonly headers: readonly string[];
  readonly onChange: (mapping: ImportMapping) => void;
}

export function FilledColumns(props: FilledColumnsProps) {
  const { definition, mapping, onChange } = props;
  const [adding, setAdding] = useState<'join' | 'constant' | null>(null);
  const nameOf = (field: string) => definition.columns.find((column) => column.field === field)?.headerName ?? field;
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: '0.875rem' }}>
      {filledColumns(mapping).map(({ column, entry }) => (
        <Box key={column} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Box sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            <b>{nameOf(column)}</b>: {'join' in entry ? entry.join.join(' + ') : `"${entry.constant}" in every row`}
          </Box>
          <Button size="small" onClick={() => onChange(clearColumn(mapping, column))} aria-label={`Remove ${nameOf(column)}`}>
            Remove
          </Button>
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setAdding('join')}>
          Join two columns
        </Button>
        <Button variant="outlined" onClick={() => setAdding('constant')}>
          Same value in every row
        </Button>
      </Box>
      {adding !== null && <FillDialog {...props} kind={adding} onClose={() => setAdding(null)} />}
    </Box>
  );
}

interface FillDialogProps extends FilledColumnsProps {
  readonly kind: 'join' | 'constant';
  readonly onClose: () => void;
}

function FillDialog({ kind, definition, mapping, headers, onChange, onClose }: FillDialogProps) {
  const [field, setField] = useState('');
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [text, setText] = useState('');
  const isWhole = field !== '' && (kind === 'join' ? first !== '' && second !== '' : text.trim() !== '');
  const named = headers.map((header) => ({ value: header, label: header }));
  return (
    <FormDialog
      title={kind === 'join' ? 'Join two columns' : 'Same value in every row'}
      text={
        kind === 'join'
          ? 'The cells of both are joined with a space.'
          : 'The value is read like a cell, and replaces what the file has for this column.'
      }
      submitLabel="Add"
      isSubmitDisabled={!isWhole}
      onSubmit={() => {
        onChange(fillColumn(mapping, field, kind === 'join' ? { join: [first, second] } : { constant: text.trim() }));
        onClose();
      }}
      onClose={onClose}
    >
      {kind === 'join' ? (
        <>
          <SelectField label="First header" name="first" value={first} onChange={setFirst} options={named} emptyLabel="Choose" />
          <SelectField
            label="Second header"
            name="second"
            value={second}
            onChange={setSecond}
            options={named}
            emptyLabel="Choose"
          />
        </>
      ) : (
        <FormField label="Value" name="value" value={text} onChange={setText} maxLength={1_000} autoComplete="off" />
      )}
      <SelectField
        label="Fills the column"
        name="column"
        value={field}
        onChange={setField}
        options={fileTable(definition).columns.map((column) => ({ value: column.field, label: column.headerName }))}
        emptyLabel="Choose"
      />
    </FormDialog>
  );
}
