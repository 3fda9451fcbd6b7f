/**
 * A field for people's tags. Known ones are suggested, new ones can be typed; Enter, a comma or leaving the
 * field adds a tag.
 */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ClipboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { bestFirst } from '../filter-fields/best-first.ts';
import { fieldFrames } from '../filter-fields/field-frames.ts';
import { Labelled } from '../filter-fields/labelled.tsx';
import { useBegunText } from '../lazy-field.tsx';
import { foldTag } from './fold-tag.ts';
import { readTags } from './read-tags.ts';

export interface TagsFieldProps {
  /** The id of its input; by default an id of its own. */
  readonly id?: string;
  readonly label: string;
  readonly known: readonly string[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly placeholder: string;
  /** Only known tags can be chosen. */
  readonly isClosed?: boolean;
  /** Maximum number of tags. */
  readonly limit: number;
  readonly hasFocusFirst?: boolean;
  /** Called when the field gets the focus, before the user chooses. */
  readonly onFocus?: () => void;
}

const offerTags = bestFirst((tag: string) => tag);
const SEPARATOR = /[,;\n\r\t]/;

export function TagsField(props: TagsFieldProps) {
  const { label, known, values, onChange, placeholder, isClosed = false, limit, hasFocusFirst = false, onFocus } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const { begun, typed, setTyped, onInputChange } = useBegunText(id);
  /** A copy that stays the same while nothing changes: the field discards the typed text when it gets a new list. */
  const chosen = useMemo(() => [...values], [values]);
  const [problem, setProblem] = useState<string | null>(null);

  function add(text: string): void {
    const read = readTags(text);
    const next = [...values];
    for (const tag of read.tags) {
      // A known tag keeps its spelling.
      const kept = known.find((other) => isSameTag(other, tag));
      if ((kept !== undefined || !isClosed) && !next.some((other) => isSameTag(other, tag))) next.push(kept ?? tag);
    }
    setTyped('');
    setProblem(next.length > limit ? `You can change at most ${limit} tags at once.` : read.problem);
    if (next.length > values.length) onChange(next.slice(0, limit));
  }

  // Whoever left the field before it was loaded has added what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was done before this was rendered
  useEffect(() => {
    if (begun.text.trim() !== '' && !begun.hasFocus) add(begun.text);
  }, []);

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    if (!SEPARATOR.test(text)) return;
    event.preventDefault();
    add(typed + text);
  }

  return (
    <Labelled id={id} label={label}>
      <Autocomplete
        sx={fieldFrames}
        id={id}
        multiple
        freeSolo
        size="small"
        filterSelectedOptions
        options={[...known]}
        filterOptions={offerTags}
        isOptionEqualToValue={isSameTag}
        value={chosen}
        onChange={(_, next, reason, details) => {
          if (reason === 'createOption' || reason === 'selectOption') return add(details?.option ?? '');
          setProblem(null);
          onChange(next);
        }}
        inputValue={typed}
        onInputChange={(event, text, reason) => {
          if (reason === 'input' && SEPARATOR.test(text)) add(text);
          else onInputChange(event, reason === 'input' ? text : '', reason);
        }}
        onFocus={onFocus}
        onKeyDown={(event) => {
          // Once its list is closed, Escape takes back what was typed; otherwise leaving the field would add it.
          const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
          if (event.key !== 'Escape' || typed === '' || isListOpen) return;
          event.preventDefault();
          setTyped('');
        }}
        onBlur={() => typed.trim() !== '' && add(typed)}
        renderInput={(parameters) => (
          <TextField
            {...parameters}
            autoFocus={hasFocusFirst || begun.hasFocus}
            onPaste={onPaste}
            placeholder={values.length === 0 ? placeholder : ''}
            error={problem !== null}
            helperText={problem}
          />
        )}
      />
    </Labelled>
  );
}

function isSameTag(one: string, other: string): boolean {
  return foldTag(one) === foldTag(other);
}
