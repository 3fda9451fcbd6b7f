/** The field of names to track itself: suggested, or typed and added by Enter or by pasting a list. */
import Autocomplete from '@mui/material/Autocomplete';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useMemo, useState } from 'react';
import { begunIn } from '../../../components/combobox-shell.tsx';
import { fieldFrames } from '../../../components/filter-fields/field-frames.ts';
import type { NameChoice } from './use-name-choice.ts';

export interface NameOption {
  readonly name: string;
  /** More information, such as the number of followers. */
  readonly note: string | null;
}

export interface NameChoiceFieldProps {
  readonly id?: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly choice: NameChoice;
  readonly options: readonly NameOption[];
  readonly isLoading: boolean;
  readonly isDisabled: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export function NameChoiceField(props: NameChoiceFieldProps) {
  const { describedBy, placeholder, choice, options, isLoading, isDisabled, inputRef, onPaste, onKeyDown } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [{ hasFocus }] = useState(() => begunIn(id));
  /** The array stays the same while nothing changes: the field discards the typed text when it gets another list. */
  const chosen = useMemo(() => [...choice.chosen], [choice.chosen]);
  const notes = new Map(options.map(({ name, note }) => [name, note]));
  const { problem, typed } = choice;
  const [isOpen, setOpen] = useState(typed !== '');
  const isListOpen = isOpen && typed.trim() !== '';

  /** Why an entry cannot be chosen. */
  function refusalOf(name: string): string | null {
    if (choice.isTracked(name)) return '(Already Tracked)';
    if (choice.isChosen(name)) return '(Selected)';
    return choice.isFull ? '(Limit Reached)' : null;
  }

  return (
    <Autocomplete
      sx={fieldFrames}
      id={id}
      multiple
      freeSolo
      size="small"
      disabled={isDisabled}
      open={isListOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={options.map(({ name }) => name)}
      // The server has already filtered the options.
      filterOptions={(all) => all}
      getOptionDisabled={(name) => refusalOf(name) !== null}
      // The list would open with chosen names highlighted, which cannot be chosen again. Each says so itself.
      isOptionEqualToValue={() => false}
      value={chosen}
      onChange={(_, next, reason, details) => {
        if (reason === 'createOption') choice.addTyped(details?.option ?? '');
        else if (reason === 'selectOption') choice.press(details?.option ?? '');
        else choice.keep(next);
      }}
      inputValue={typed}
      onInputChange={(_, text, reason) => {
        if (reason !== 'input' && reason !== 'clear') return;
        choice.type(text);
      }}
      onKeyDown={onKeyDown}
      renderOption={({ key, ...attributes }, name) => (
        <Option
          key={key}
          {...attributes}
          {...(refusalOf(name) === null ? {} : unreachable)}
          // Only the limit prevents this choice, and pressing the option says so.
          onClick={() => choice.press(name)}
        >
          <span>
            <bdi>{name}</bdi> {refusalOf(name)}
          </span>
          <span className="note">{notes.get(name)}</span>
        </Option>
      )}
      loading={isLoading}
      loadingText="Searching…"
      renderInput={(parameters) => (
        <TextField
          {...parameters}
          autoFocus={hasFocus}
          onPaste={onPaste}
          inputRef={inputRef}
          placeholder={chosen.length === 0 ? placeholder : ''}
          error={problem !== null}
          slotProps={{
            ...parameters.slotProps,
            htmlInput: {
              ...parameters.slotProps.htmlInput,
              'aria-describedby': describedBy,
              autoCapitalize: 'none',
              spellCheck: false,
            },
          }}
        />
      )}
    />
  );
}

/** The pointer does not highlight it, and neither do the arrow keys. */
const unreachable = { onMouseMove: undefined, onTouchStart: undefined } as const;

/** An option that cannot be chosen can still be read, and pressed to learn why. */
const Option = styled('li')(({ theme }) => ({
  '&.MuiAutocomplete-option': { justifyContent: 'space-between', gap: 12, fontSize: '0.875rem' },
  '&.MuiAutocomplete-option[aria-disabled="true"]': {
    opacity: 1,
    pointerEvents: 'auto',
    cursor: 'default',
    color: theme.vars.palette.text.secondary,
  },
  '& > span:first-of-type': { minWidth: 0, overflowWrap: 'anywhere' },
  '& > .note': { flex: 'none', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}));
