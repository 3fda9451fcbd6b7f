/** The frame of one row: the word that joins it to the row before, its fields, and the button that removes it. */
import CloseRounded from '@mui/icons-material/CloseRounded';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';
import { visuallyHidden } from '../../../../components/visually-hidden.ts';
import { NODE, PART, type TreeEdit } from './tree-edit.ts';

interface RowFrameProps {
  readonly id: number;
  /** What the row is called, such as "Condition 2". */
  readonly name: string;
  /** "and", "or"; empty before the first row. */
  readonly lead: string;
  readonly edit: TreeEdit;
  readonly children: ReactNode;
}

export function RowFrame({ id, name, lead, edit, children }: RowFrameProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const by = movesBy(event);
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    edit.move(id, by);
  }
  return (
    <Container
      role="group"
      aria-label={name}
      aria-keyshortcuts="Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
      onKeyDownCapture={onKeyDown}
      {...{ [NODE]: id }}
    >
      <Row>
        <Lead>{lead}</Lead>
        {children}
        <RemoveButton name={name} onRemove={() => edit.remove(id)} />
      </Row>
    </Container>
  );
}

export function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  return (
    <span className="remove" {...{ [PART]: 'remove' }}>
      <IconButton size="small" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
        <CloseRounded fontSize="small" />
      </IconButton>
    </span>
  );
}

/** null: the keys move no row. */
function movesBy({ altKey, shiftKey, key }: KeyboardEvent): -1 | 1 | null {
  if (!altKey || !shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  return key === 'ArrowUp' ? -1 : 1;
}

export const Lead = styled('span')(({ theme: { vars } }) => ({
  gridArea: 'lead',
  alignSelf: 'center',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
}));

/** The fields stand in one line where the row, which may be in groups, has room for them. */
const Container = styled('div')({ containerType: 'inline-size' });

const Row = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gap: '0.375rem',
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 9.5rem) minmax(0, 1fr) 2rem',
  gridTemplateAreas: '"lead lead lead" "column column remove" "operator value value" "long long long"',
  '& > span:first-of-type:empty': { display: 'none' },
  '& > .column': { gridArea: 'column', minWidth: 0 },
  '& > .operator': { gridArea: 'operator', display: 'grid', minWidth: 0 },
  '& > .value': { gridArea: 'value', minWidth: 0 },
  '& > .long': { gridArea: 'long' },
  '& > .operator:has(+ .long)': { gridColumn: '1 / -2' },
  // Messages that are not there take no room.
  '& [aria-live]:empty': { position: 'absolute' },
  '& > .whole': { gridColumn: '1 / -2', gridRow: 2, minWidth: 0 },
  '& > .remove': { gridArea: 'remove', display: 'grid', minHeight: '2.5rem', placeItems: 'center' },
  '& select': { minHeight: '2.5rem', fontSize: '0.875rem', background: vars.palette.background.paper },
  // The row says it; readers have it all the same.
  '& label': visuallyHidden,
  '@container (min-width: 34rem)': {
    gridTemplateColumns: '2.625rem minmax(0, 11fr) minmax(8rem, 8fr) minmax(0, 14fr) 2rem',
    gridTemplateAreas: '"lead column operator value remove"',
    '& > .long': { gridArea: 'value' },
    '& > .operator:has(+ .long)': { gridColumn: 'operator' },
    '& > span:first-of-type:empty': { display: 'inline' },
    '& > .whole': { gridColumn: '2 / -2', gridRow: 1 },
  },
}));
