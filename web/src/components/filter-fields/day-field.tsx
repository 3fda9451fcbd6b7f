/**
 * A day, typed, pasted or chosen. It is an ordinary text field: typed text stays as it is, and only a full date
 * filters. (A field with separate parts for day, month and year would write HTML, which the page's policy
 * forbids.)
 */
import CalendarTodayRounded from '@mui/icons-material/CalendarTodayRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { ControlFrame } from '../control-frame.tsx';
import { LazyPopover } from '../lazy-part.tsx';
import { PlainInput } from '../plain-input.tsx';
import { FIELD_TEXT } from './field-frames.ts';
import { Labelled, labelIdOf } from './labelled.tsx';
import { dayPattern, readDay, writeDay } from './typed-day.ts';

const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }));

const pattern = dayPattern();

interface DayFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty, as the ends it may lie between. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  /** What was typed before the field was there. */
  readonly begun?: string;
  /** `isTyped`: by keys, so that more may follow. */
  readonly onChange: (day: string, isTyped: boolean) => void;
}

/** The typed text, and the value it was typed over. When the value changes elsewhere, the new value is shown instead. */
interface Typed {
  readonly text: string;
  readonly value: string;
}

export function DayField({ label, value, min = '', max = '', begun = '', onChange }: DayFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Typed | null>(begun === '' ? null : { text: begun, value });
  const [isTyping, setTyping] = useState(begun !== '');
  const [isOpen, setOpen] = useState(false);
  const text = typed?.value === value ? typed.text : writeDay(value, pattern);
  const problem = isTyping ? null : problemOf(text, { value, min, max });

  function onType(next: string): void {
    const day = next.trim() === '' ? '' : readDay(next, pattern, false);
    setTyping(true);
    setTyped({ text: next, value: day ?? value });
    if (day !== null && day !== value) onChange(day, true);
  }

  function finish(): void {
    setTyping(false);
    const day = readDay(text, pattern);
    if (day !== null) choose(day);
  }

  function choose(day: string): void {
    setTyped(null);
    if (day !== value) onChange(day, false);
  }

  return (
    <Labelled id={id} label={label}>
      <div>
        <ControlFrame ref={field} style={FIELD_TEXT} data-wrong={problem === null ? undefined : ''}>
          <PlainInput
            id={id}
            ref={input}
            value={text}
            placeholder={pattern}
            onChange={({ target }) => onType(target.value)}
            onBlur={finish}
            onKeyDown={({ key }) => {
              if (key === 'Enter') finish();
            }}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : `${id}-problem`}
          />
          {text !== '' && (
            <IconButton
              size="small"
              aria-label="Clear"
              aria-describedby={labelIdOf(id)}
              onClick={() => {
                choose('');
                input.current?.focus();
              }}
            >
              <CloseRounded fontSize="small" />
            </IconButton>
          )}
          <IconButton
            size="small"
            aria-label="Choose date"
            aria-describedby={labelIdOf(id)}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          >
            <CalendarTodayRounded fontSize="small" />
          </IconButton>
        </ControlFrame>
        {problem !== null && (
          <Box id={`${id}-problem`} sx={{ mx: 1.5, mt: 0.5, fontSize: '0.75rem', lineHeight: 1.66, color: 'error.main' }}>
            {problem}
          </Box>
        )}
      </div>
      <LazyPopover
        open={isOpen}
        anchorEl={field.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'Choose date', 'aria-describedby': labelIdOf(id) } }}
      >
        {/* The box is as large as the calendar, so that opening it moves nothing. */}
        <Box sx={{ width: 320, minHeight: 336 }}>
          <Suspense>
            <DayCalendar
              value={value}
              min={min}
              max={max}
              onChoose={(day) => {
                setOpen(false);
                choose(day);
              }}
            />
          </Suspense>
        </Box>
      </LazyPopover>
    </Labelled>
  );
}

/** A year with the last day of December, which shows which number is which. */
const EXAMPLE = writeDay('2024-12-31', pattern);

function problemOf(text: string, { value, min, max }: Pick<Required<DayFieldProps>, 'value' | 'min' | 'max'>): string | null {
  if (text.trim() !== '' && readDay(text, pattern) === null) return `Enter a full date, such as ${EXAMPLE}.`;
  if (value === '') return null;
  if (min !== '' && value < min) return 'This is before the start date.';
  return max !== '' && value > max ? 'This is after the end date.' : null;
}
