/**
 * Free texts, several at once: each is added by Enter, a comma, or leaving the field; a pasted list at once. Where values are
 * suggested, Enter adds the first suggestion, and the text itself where there is none. Where they are only counted, they are
 * offered, the most frequent first, and Enter adds the text: a part of a value may be meant.
 */
import { FILTER_VALUES_LIMIT } from '@leadloom/shared/tables/filter-limits';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ClipboardEvent, useEffect, useId, useState } from 'react';
import { type Suggestion, useSuggestions } from '../../lib/use-suggestions.ts';
import { useBegunText } from '../lazy-field.tsx';
import { bestFirst } from './best-first.ts';
import { OptionLine } from './choice-field.tsx';
import { cleanValue } from './clean-value.ts';
import { Labelled } from './labelled.tsx';
import { useChosenOrder } from './use-chosen-order.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListOpen } from './use-list-open.ts';
import { BLANK_TEXT, BLANK_VALUE, countedValues, countIn, type ValueCounts } from './value-counts.ts';

const SEPARATORS = /[,;\t\n\r]+/;

interface TextsFieldProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Stable between renders; absent where nothing is suggested. */
  readonly suggest?: ((text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>) | undefined;
  /** How many rows have which value; null: not known. */
  readonly counts?: ValueCounts | null;
  /** The list opened or closed, or another text is typed. Stable between renders. */
  readonly onLook?: ((isOpen: boolean, typed: string) => void) | undefined;
  /** The rows without a value were chosen. They are offered only where counts are known. */
  readonly onBlank?: () => void;
}

const labelOf = (value: string) => (value === BLANK_VALUE ? BLANK_TEXT : value);
/** A longer list is searched, not read. */
const matching = bestFirst(labelOf, 300);

const suggestNothing = (): Promise<readonly Suggestion[]> => Promise.resolve([]);

export function TextsField({ label, values, onChange, suggest, counts = null, onLook, onBlank }: TextsFieldProps) {
  const id = useId();
  const chosen = useChosenOrder(values);
  const { typed, setTyped } = useBegunText(id);
  /** The text for which Enter was pressed before its suggestions were there. */
  const [entered, setEntered] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const { found, isLoading } = useSuggestions(suggest === undefined ? '' : typed, suggest ?? suggestNothing);

  function add(texts: readonly string[]): void {
    const joined = joinValues(values, texts);
    setTyped('');
    setLeftOut(joined.leftOut);
    if (joined.values.length > values.length) onChange(joined.values);
  }

  const list = useListOpen({ isMultiple: true });
  useEffect(() => onLook?.(list.open, typed), [onLook, list.open, typed]);
  const suggested = found.map(({ name }) => name);
  const isTyping = typed.trim() !== '';
  const counted = counts === null ? [] : countedValues({ counts, offered: [], chosen: values, order: 'count', labelOf });
  const options =
    isTyping && suggest !== undefined
      ? suggested
      : matching(isTyping ? counted.filter((value) => value !== BLANK_VALUE) : counted, { inputValue: typed });
  const countOf = counts === null ? () => undefined : countIn(counts, suggested);
  const first = suggested.find((name) => !values.includes(name));
  const keys = useListKeys({
    typed,
    isOpen: list.open,
    isUnmarked: isLoading || suggest === undefined,
    onEnter: () => {
      if (isLoading) setEntered(typed);
      else add(first === undefined ? splitTyped(typed) : [first]);
      return true;
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the suggestions are there
  useEffect(() => {
    if (entered === null || isLoading) return;
    setEntered(null);
    if (entered === typed) add(first === undefined ? splitTyped(typed) : [first]);
  }, [entered, isLoading]);

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    if (!hasSeparator(text)) return;
    event.preventDefault();
    add(splitTyped(typed + text));
  }

  return (
    <Labelled id={id} label={label}>
      <Autocomplete
        id={id}
        multiple
        freeSolo
        size="small"
        limitTags={1}
        filterSelectedOptions
        {...list}
        {...keys}
        options={options}
        getOptionLabel={labelOf}
        renderOption={({ key, ...props }, value) => (
          <OptionLine key={key} props={props} option={{ value, label: labelOf(value) }} count={countOf(value)} />
        )}
        filterOptions={(all) => all}
        value={chosen}
        onChange={(_, next, reason, details) => {
          if (reason === 'createOption') add(splitTyped(details?.option ?? ''));
          else if (reason === 'selectOption' && details?.option === BLANK_VALUE) onBlank?.();
          else if (reason === 'selectOption') add(details === undefined ? [] : [details.option]);
          else {
            setLeftOut(0);
            onChange(next);
          }
        }}
        inputValue={typed}
        onInputChange={(_, text, reason) => {
          if (reason !== 'input') setTyped('');
          else if (hasSeparator(text)) add(splitTyped(text));
          else setTyped(text);
        }}
        onBlur={() => add(splitTyped(typed))}
        renderInput={(parameters) => (
          <TextField
            {...parameters}
            onPaste={onPaste}
            placeholder={values.length === 0 ? 'Any' : ''}
            error={leftOut > 0}
            helperText={
              leftOut > 0 ? `A filter can have up to ${FILTER_VALUES_LIMIT} values; ${leftOut} were left out.` : undefined
            }
          />
        )}
      />
    </Labelled>
  );
}

/** Several values typed or pasted at once, one per comma, semicolon, tab or line. */
function hasSeparator(text: string): boolean {
  return SEPARATORS.test(text);
}

/** The values without surrounding blanks and without repetition. Values that are too long are cut. */
function splitTyped(text: string): readonly string[] {
  return [...new Set(text.split(SEPARATORS).map(cleanValue))].filter((value) => value !== '');
}

/** Joins both lists, up to what a filter takes. */
function joinValues(
  chosen: readonly string[],
  added: readonly string[],
): { readonly values: readonly string[]; readonly leftOut: number } {
  const all = [...new Set([...chosen, ...added])];
  return { values: all.slice(0, FILTER_VALUES_LIMIT), leftOut: Math.max(0, all.length - FILTER_VALUES_LIMIT) };
}
