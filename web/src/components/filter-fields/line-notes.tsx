/**
 * What is said of the rows beside their filters, a sentence with a button where something can be done about it. There is room for
 * one sentence, and in narrow windows for none: a button shows all of them below itself. Their room is kept until it is known
 * whether there is anything to say, so that nothing moves when they come.
 */
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { LatePopover } from '../late-part.tsx';
import { TextButton } from '../text-button.tsx';

export interface LineNote {
  readonly text: string;
  /** Absent: there is nothing to do about it. */
  readonly action?: string;
  readonly onAction?: () => void;
  /** Undefined: it stays. */
  readonly onDismiss?: () => void;
}

interface LineNotesProps {
  readonly notes: readonly LineNote[];
  /** Their room is kept, and none is drawn: another one would move it. */
  readonly areComing: boolean;
}

export function LineNotes({ notes, areComing }: LineNotesProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const sentences = useRef<HTMLDivElement>(null);
  /** The line of the filters, once a button of a sentence was pressed. */
  const line = useRef<HTMLElement | null>(null);

  // A sentence leaves with its button, and the focus would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the sentences have changed
  useEffect(() => {
    if (line.current === null || document.activeElement !== document.body) return;
    line.current.querySelector<HTMLElement>('button:not([disabled])')?.focus();
    line.current = null;
  }, [notes]);

  if (notes.length === 0 && !areComing) return null;
  const onPress = () => {
    setAnchor(null);
    line.current = sentences.current?.parentElement ?? null;
  };
  return (
    <>
      <div ref={sentences} className="notes" data-coming={areComing ? '' : undefined}>
        {notes.map((note) => (
          <Note key={note.action ?? note.text} note={note} onPress={onPress} />
        ))}
      </div>
      <IconButton
        className="notes-button"
        data-count={notes.length}
        size="small"
        aria-label={notes.map(({ text }) => text).join(' ')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <InfoOutlined fontSize="small" />
      </IconButton>
      <LatePopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        transitionDuration={0}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'About these rows', sx: { p: 1.5, fontSize: '0.875rem' } } }}
      >
        <Box sx={{ display: 'grid', gap: 1 }}>
          {notes.map((note) => (
            <Note key={note.action ?? note.text} note={note} onPress={onPress} />
          ))}
        </Box>
      </LatePopover>
    </>
  );
}

function Note({
  note: { text, action, onAction, onDismiss },
  onPress,
}: {
  readonly note: LineNote;
  readonly onPress: () => void;
}) {
  return (
    <Sentence title={text}>
      <span>{text}</span>
      {onAction !== undefined && (
        <TextButton
          type="button"
          onClick={() => {
            onPress();
            onAction();
          }}
        >
          {action}
        </TextButton>
      )}
      {onDismiss !== undefined && (
        <TextButton
          type="button"
          onClick={() => {
            onPress();
            onDismiss();
          }}
        >
          Not now
        </TextButton>
      )}
    </Sentence>
  );
}

/** The words give way to the filters; what can be pressed stays. */
const Sentence = styled('span')({
  display: 'flex',
  gap: '0.375rem',
  minWidth: 0,
  '& > span': { flex: '0 1 auto', minWidth: '5rem', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > button': { flex: 'none' },
});
