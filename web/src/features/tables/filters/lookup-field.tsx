/** Values a server suggests. Those that come with an address are named by asking for them once. */
import type { LookupFilter } from '@leadloom/shared/tables/define-table';
import { FILTER_VALUES_LIMIT } from '@leadloom/shared/tables/filter-query';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { logProblem } from '../../../lib/log.ts';
import { type Suggestion, useSuggestions } from '../../../lib/use-suggestions.ts';
import { lookUp } from './lookup.ts';

interface LookupFieldProps {
  readonly filter: LookupFilter;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

export function LookupField({ filter, values, onChange }: LookupFieldProps) {
  const { label, optionsUrl } = filter;
  const id = useId();
  /** Of its own, and the same while nothing changes: the field forgets what is typed when it is given another list. */
  const chosen = useMemo(() => [...values], [values]);
  const [typed, setTyped] = useState('');
  const ask = useCallback((q: string, signal: AbortSignal) => lookUp(optionsUrl, { q }, signal), [optionsUrl]);
  const { found, isAsking } = useSuggestions(typed, ask);
  /** Names met while choosing, so that a chosen value keeps its own. */
  const names = useRef(new Map<string, string>());
  for (const { id: value, name } of found) names.current.set(value, name);
  const unnamed = values.filter((value) => !names.current.has(value));
  const { data: named } = useNames(filter, unnamed);
  for (const { id: value, name } of named ?? []) names.current.set(value, name);
  const options = found.map((suggestion) => suggestion.id);

  return (
    <Labelled id={id} label={label}>
      <Autocomplete
        id={id}
        multiple
        size="small"
        limitTags={1}
        filterSelectedOptions
        options={[...new Set(options)]}
        value={chosen}
        onChange={(_, next) => onChange(next.slice(0, FILTER_VALUES_LIMIT))}
        inputValue={typed}
        onInputChange={(_, text) => setTyped(text)}
        // The server has chosen already.
        filterOptions={(all) => all}
        getOptionLabel={(value) => names.current.get(value) ?? value}
        loading={isAsking}
        loadingText="Searching…"
        noOptionsText={typed.trim() === '' ? 'Type to search' : 'Nothing found'}
        renderInput={(parameters) => <TextField {...parameters} placeholder={values.length === 0 ? 'Any' : ''} />}
      />
    </Labelled>
  );
}

/** A value without a name is shown as it is. */
function useNames({ key, optionsUrl }: LookupFilter, values: readonly string[]) {
  return useQuery({
    queryKey: ['lookup-names', optionsUrl, values],
    queryFn: async ({ signal }): Promise<readonly Suggestion[]> => {
      try {
        const answered = await lookUp(optionsUrl, { ids: values }, signal);
        // One that is not known any more is not asked for again.
        return values.map((id) => answered.find((suggestion) => suggestion.id === id) ?? { id, name: id });
      } catch (error) {
        if (signal.aborted) throw error;
        logProblem(`The names of the ${key} filter could not be loaded.`, error);
        return [];
      }
    },
    enabled: values.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
