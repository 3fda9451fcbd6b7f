/** Values suggested by the server. The names of values from the address are fetched once. */
import type { LookupFilter } from '@leadloom/shared/tables/define-table';
import { FILTER_VALUES_LIMIT } from '@leadloom/shared/tables/filter-limits';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { OptionLine } from '../../../components/filter-fields/choice-field.tsx';
import { Labelled } from '../../../components/filter-fields/labelled.tsx';
import { useChosenOrder } from '../../../components/filter-fields/use-chosen-order.ts';
import { useListKeys } from '../../../components/filter-fields/use-list-keys.ts';
import { useListOpen } from '../../../components/filter-fields/use-list-open.ts';
import {
  BLANK_TEXT,
  BLANK_VALUE,
  countedValues,
  countIn,
  type ValueCounts,
} from '../../../components/filter-fields/value-counts.ts';
import { useBegunText } from '../../../components/lazy-field.tsx';
import { logProblem } from '../../../lib/log.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { type Suggestion, useSuggestions } from '../../../lib/use-suggestions.ts';
import { lookUp } from './lookup.ts';

interface LookupFieldProps {
  readonly filter: LookupFilter;
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** How many rows have which value; null: not known. */
  readonly counts?: ValueCounts | null;
  /** The list opened or closed, or another text is typed. Stable between renders. */
  readonly onLook?: (isOpen: boolean, typed: string) => void;
  /** The rows without a value were chosen. They are offered only where counts are known. */
  readonly onBlank?: () => void;
}

export function LookupField({ filter, label, values, onChange, counts = null, onLook, onBlank }: LookupFieldProps) {
  const { optionsUrl } = filter;
  const id = useId();
  const chosen = useChosenOrder(values);
  const { typed, setTyped } = useBegunText(id);
  /** The text for which Enter was pressed before its list was there. */
  const [entered, setEntered] = useState<string | null>(null);
  const ask = useCallback((q: string, signal: AbortSignal) => lookUp(optionsUrl, { q }, signal), [optionsUrl]);
  const { found, isLoading } = useSuggestions(typed, ask);
  /** Names seen while choosing, so that a chosen value keeps its name. */
  const names = useRef(new Map<string, string>());
  for (const { id: value, name } of found) names.current.set(value, name);
  const unnamed = values.filter((value) => !names.current.has(value));
  const { data: named } = useNames(filter, unnamed);
  for (const { id: value, name } of named ?? []) names.current.set(value, name);
  const list = useListOpen({ isMultiple: true });
  useEffect(() => onLook?.(list.open, typed), [onLook, list.open, typed]);
  const suggested = found.map((suggestion) => suggestion.id);
  const countOf = counts === null ? () => undefined : countIn(counts, suggested);
  const labelOf = (value: string) => (value === BLANK_VALUE ? BLANK_TEXT : (names.current.get(value) ?? value));
  // The most frequent ones are offered before anything is typed.
  const options =
    typed.trim() !== '' || counts === null
      ? [...new Set(suggested)]
      : countedValues({ counts, offered: [], chosen: values, order: 'count', labelOf });
  const keys = useListKeys({
    typed,
    isOpen: list.open,
    isUnmarked: isLoading,
    onEnter: () => {
      if (isLoading) setEntered(typed);
      return isLoading;
    },
  });
  const first = options.find((value) => !values.includes(value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list is there
  useEffect(() => {
    if (entered === null || isLoading) return;
    setEntered(null);
    if (entered !== typed || first === undefined) return;
    setTyped('');
    onChange([...values, first].slice(0, FILTER_VALUES_LIMIT));
  }, [entered, isLoading]);

  return (
    <Labelled id={id} label={label}>
      <Autocomplete
        id={id}
        multiple
        size="small"
        limitTags={1}
        filterSelectedOptions
        {...list}
        {...keys}
        options={options}
        value={chosen}
        onChange={(_, next) => {
          if (next.includes(BLANK_VALUE)) onBlank?.();
          else onChange(next.slice(0, FILTER_VALUES_LIMIT));
        }}
        inputValue={typed}
        onInputChange={(_, text) => setTyped(text)}
        // The server has chosen already.
        filterOptions={(all) => all}
        getOptionLabel={labelOf}
        renderOption={({ key, ...props }, value) => (
          <OptionLine key={key} props={props} option={{ value, label: labelOf(value) }} count={countOf(value)} />
        )}
        loading={isLoading}
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
        // An unknown id is not fetched again.
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
