/**
 * What is said of the rows beside their number, a sentence with a button where something can be done about it. A sentence is
 * shown whole or not at all; where some have no room, a button shows all of them below itself.
 */
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { LazyPopover } from '../lazy-part.tsx';
import { TextButton } from '../text-button.tsx';
import { useOverflowCount } from '../use-overflow-count.ts';

export interface LineNote {
  readonly text: string;
  /** The label of the button; absent: there is nothing to do about it. */
  readonly action?: string;
  /** The full name of the button, where its label does not say it alone. */
  readonly actionLabel?: string;
  readonly onAction?: () => void;
  /** Undefined: it stays. */
  readonly onDismiss?: () => void;
}

export function LineNotes({ notes }: { readonly notes: readonly LineNote[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const line = useRef<HTMLDivElement>(null);
  const hiddenCount = useOverflowCount(line, notes.map(({ text }) => text).join('\n'));
  if (notes.length === 0) return null;
  return (
    <Frame>
      <div ref={line} className="notes">
        {/* The first sentence is shown only where it fits, too. */}
        <i aria-hidden />
        {notes.map((note, index) => (
          <Note key={note.text} note={note} isHidden={index >= notes.length - hiddenCount} />
        ))}
      </div>
      {hiddenCount > 0 && (
        <IconButton
          size="small"
          aria-label={notes.map(({ text }) => text).join(' ')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <InfoOutlined fontSize="small" />
        </IconButton>
      )}
      <LazyPopover
        open={anchor !== null && hiddenCount > 0}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        transitionDuration={0}
        slotProps={{ paper: { role: 'dialog', 'aria-label': 'About these rows', sx: { p: 1.5, fontSize: '0.875rem' } } }}
      >
        <Box sx={{ display: 'grid', gap: 1 }}>
          {notes.map((note) => (
            <Note key={note.text} note={note} onPress={() => setAnchor(null)} />
          ))}
        </Box>
      </LazyPopover>
    </Frame>
  );
}

interface NoteProps {
  readonly note: LineNote;
  readonly isHidden?: boolean;
  readonly onPress?: () => void;
}

function Note({ note: { text, action, actionLabel, onAction, onDismiss }, isHidden = false, onPress }: NoteProps) {
  const button = (label: string | undefined, onClick: () => void) => (
    <TextButton
      type="button"
      aria-label={label === action ? actionLabel : undefined}
      onClick={() => {
        onPress?.();
        onClick();
      }}
    >
      {label}
    </TextButton>
  );
  return (
    <Sentence style={isHidden ? { visibility: 'hidden' } : undefined}>
      <span>{text}</span>
      {onAction !== undefined && button(action, onAction)}
      {onDismiss !== undefined && button('Not now', onDismiss)}
    </Sentence>
  );
}

const LINE_HEIGHT = '1.5rem';

const Frame = styled('div')(({ theme }) => ({
  // It takes what the line leaves, and widens it by no more than the button.
  '&&': { flex: '1 1 0', minWidth: 'min-content' },
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  marginInlineStart: '0.5rem',
  color: theme.vars.palette.text.secondary,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& > .notes': {
    flex: '1 1 0',
    contain: 'inline-size',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.5rem 1.25rem',
    height: LINE_HEIGHT,
    lineHeight: LINE_HEIGHT,
    // Focus rings reach beyond the sentences; a second line does not.
    overflow: 'clip',
    overflowClipMargin: 3,
  },
  '& > .notes > i': { marginInlineEnd: '-1.25rem' },
  '& > button': { margin: '-0.25rem 0' },
}));

const Sentence = styled('span')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 0.5rem',
  '.notes > &': { flexWrap: 'nowrap', whiteSpace: 'nowrap' },
});
