/** What a condition is about, searched by its name. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useContext, useState } from 'react';
import { bestFirst } from '../../../../components/filter-fields/best-first.ts';
import { BelowChip } from '../../../../components/filter-fields/use-list-open.ts';
import type { Subject } from './condition-terms.ts';
import type { NamedSubject } from './subjects.ts';

interface ColumnFieldProps {
  readonly id: string;
  readonly subjects: readonly NamedSubject[];
  /** null: nothing is chosen yet, and the list opens with the focus. */
  readonly value: Subject | null;
  readonly onChange: (subject: Subject) => void;
}

const nameOf = ({ name }: NamedSubject): string => name;
const match = bestFirst(nameOf);

export function ColumnField({ id, subjects, value, onChange }: ColumnFieldProps) {
  const { begun } = useContext(BelowChip);
  const chosen = subjects.find(({ subject }) => subject === value) ?? null;
  const [typed, setTyped] = useState(chosen === null ? begun : chosen.name);
  return (
    <Autocomplete
      id={id}
      size="small"
      openOnFocus={value === null}
      autoHighlight
      options={[...subjects]}
      value={chosen}
      inputValue={typed}
      onInputChange={(_, text, reason) => {
        // It is set to the chosen name when it is mounted; what was typed before stays.
        if (reason !== 'reset' || chosen !== null || text !== '') setTyped(text);
      }}
      onChange={(_, next) => {
        if (next !== null) onChange(next.subject);
      }}
      filterOptions={match}
      getOptionLabel={nameOf}
      getOptionKey={({ subject }) => subject}
      isOptionEqualToValue={(option, other) => option.subject === other.subject}
      noOptionsText="No such column"
      sx={{ '& .MuiAutocomplete-clearIndicator': { display: 'none' } }}
      renderInput={(parameters) => <TextField {...parameters} placeholder="Column" />}
    />
  );
}
