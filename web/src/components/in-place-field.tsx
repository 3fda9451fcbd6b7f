/**
 * A field in the place of the text it changes. Enter saves (with Ctrl or Command where the text has lines), as does leaving the
 * field; Escape leaves the text as it was. A refusal is shown below, and what was typed stays.
 */
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';

interface InPlaceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly hasLines?: boolean;
  /** An empty text is not saved. */
  readonly isRequired?: boolean;
  readonly hint?: string;
  /** A failure is told by its message. */
  readonly onSave: (text: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function InPlaceField(props: InPlaceFieldProps) {
  const { label, value, maxLength, hasLines = false, isRequired = false, hint, onSave, onClose } = props;
  const [text, setText] = useState(value);
  const [failure, setFailure] = useState<string | null>(null);
  /** Enter and the loss of focus it leads to are one step. */
  const isDone = useRef(false);

  async function finish(): Promise<void> {
    if (isDone.current) return;
    isDone.current = true;
    const next = text.trim();
    if (next === value || (isRequired && next === '')) {
      onClose();
      return;
    }
    try {
      await onSave(next);
      onClose();
    } catch (cause) {
      isDone.current = false;
      setFailure(cause instanceof Error ? cause.message : 'This could not be saved.');
    }
  }

  return (
    <TextField
      size="small"
      fullWidth
      autoFocus
      multiline={hasLines}
      maxRows={6}
      value={text}
      error={failure !== null}
      helperText={failure ?? hint}
      onChange={(event) => {
        setText(event.target.value);
        setFailure(null);
      }}
      onBlur={() => void finish()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          isDone.current = true;
          onClose();
        } else if (event.key === 'Enter' && (!hasLines || event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void finish();
        }
      }}
      slotProps={{ htmlInput: { maxLength, 'aria-label': label } }}
    />
  );
}
