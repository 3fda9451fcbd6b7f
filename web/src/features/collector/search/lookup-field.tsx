/**
 * Several locations or companies. LinkedIn itself is asked only when the person chooses the list's last option, which
 * says so: such a lookup counts towards the allowance.
 */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { memo, useId, useMemo, useRef, useState } from 'react';
import type { LookupKind, LookupOption } from './lookup-option.ts';
import { useLookup } from './use-lookup.ts';

/** What one search takes. */
const MAX_NUMBERS = 50;
/** An id that LinkedIn cannot have. */
const ASK_ID = 'ask-linkedin';

interface LookupFieldProps {
  readonly label: string;
  readonly kind: LookupKind;
  readonly values: readonly LookupOption[];
  /** A stable reference. */
  readonly onChange: (values: readonly LookupOption[]) => void;
  readonly isDisabled: boolean;
}

/** The field is not rendered again while other fields of its form change. */
export const LookupField = memo(function LookupField({ label, kind, values, onChange, isDisabled }: LookupFieldProps) {
  const id = useId();
  /** The same while nothing changes: the field forgets what is typed when it is given another list. */
  const chosen = useMemo(() => [...values], [values]);
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** What was chosen last and did not fit. */
  const [refused, setRefused] = useState<string | null>(null);
  /** The person chose to ask LinkedIn: the list stays open and the text stays in the field. */
  const isQuestion = useRef(false);
  const { options, isAsking, mayAskLinkedIn, askLinkedIn, message } = useLookup(kind, typed);
  const question = questionFor(kind, typed.trim());

  function onChoice(next: readonly LookupOption[]): void {
    isQuestion.current = next.some((option) => option.id === ASK_ID);
    if (!isQuestion.current) {
      const fitting = withinLimit(next);
      setRefused(next.find((option) => !fitting.includes(option))?.name ?? null);
      onChange(fitting);
      return;
    }
    setTyped(typed);
    askLinkedIn();
  }

  return (
    <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0, position: 'relative' }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', fontWeight: 560 }}>
        {label}
      </Box>
      <Autocomplete
        id={id}
        multiple
        size="small"
        disabled={isDisabled}
        // The list moves with the field when a notice above moves the page.
        disablePortal
        filterSelectedOptions
        open={isOpen}
        onOpen={() => setOpen(true)}
        onClose={() => {
          if (!isQuestion.current) setOpen(false);
          isQuestion.current = false;
        }}
        options={mayAskLinkedIn ? [...options, question] : [...options]}
        value={chosen}
        onChange={(_, next) => onChoice(next)}
        inputValue={typed}
        onInputChange={(_, text, reason) => {
          setTyped(text);
          if (reason === 'input') setRefused(null);
        }}
        onKeyDown={(event) => {
          // Enter chooses an entry here; it must not start the search of the form around it.
          if (event.key === 'Enter') event.preventDefault();
        }}
        // The person has already chosen.
        filterOptions={(all) => all}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        getOptionKey={(option) => option.id}
        getOptionLabel={(option) => option.chosenName}
        renderOption={({ key, ...attributes }, option) => (
          <Box
            component="li"
            key={key}
            {...attributes}
            aria-label={option.note === null ? option.name : `${option.name}, ${option.note}`}
          >
            <Box sx={{ display: 'grid', minWidth: 0, color: option.id === ASK_ID ? 'primary.main' : undefined }}>
              <span>{option.name}</span>
              {option.note !== null && (
                <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
                  {option.note}
                </Box>
              )}
            </Box>
          </Box>
        )}
        loading={isAsking}
        loadingText="Searching…"
        noOptionsText={typed.trim() === '' ? 'Type to search' : 'Nothing found'}
        renderInput={(parameters) => (
          <TextField
            {...parameters}
            error={refused !== null}
            placeholder={values.length === 0 ? 'Any' : ''}
            slotProps={{
              ...parameters.slotProps,
              htmlInput: { ...parameters.slotProps.htmlInput, 'aria-describedby': `${id}-message` },
            }}
          />
        )}
      />
      <Box
        id={`${id}-message`}
        aria-live="polite"
        sx={{ fontSize: '0.8125rem', lineHeight: 1.5, color: refused === null ? 'text.secondary' : 'error.main' }}
      >
        {refused === null ? message : explainRefusal(kind, refused)}
      </Box>
    </Box>
  );
});

/** The list's last option, which asks LinkedIn. */
function questionFor(kind: LookupKind, text: string): LookupOption {
  const [name, note] =
    kind === 'location'
      ? ['Ask LinkedIn, one look-up of 100', `What LinkedIn suggests for “${text}”`]
      : [`Look up “${text}” on LinkedIn`, 'Counts as one lookup'];
  return { id: ASK_ID, ids: [ASK_ID], name, note, chosenName: text };
}

function explainRefusal(kind: LookupKind, name: string): string {
  const limit = kind === 'location' ? `${MAX_NUMBERS} places, and some count as two` : `${MAX_NUMBERS} companies`;
  return `${name} was not added: a search takes at most ${limit}.`;
}

/** The first options whose numbers one search can take, in their order. */
function withinLimit(options: readonly LookupOption[]): readonly LookupOption[] {
  let total = 0;
  return options.filter(({ ids }) => {
    total += ids.length;
    return total <= MAX_NUMBERS;
  });
}
