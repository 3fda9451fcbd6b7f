/** Everything a pointer can do with a column, for keyboards, screen readers and touch. */
import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from '@leadloom/shared/contract/table-views';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Popover, { type PopoverActions } from '@mui/material/Popover';
import { useLayoutEffect, useRef } from 'react';
import { visuallyHidden } from '../../visually-hidden.ts';
import type { GridSort } from '../data-grid-props.ts';
import { type Layout, shownColumns, stepColumn } from './column-layout.ts';

export type ColumnCommand = 'left' | 'right' | 'wider' | 'narrower' | 'fit' | 'pin' | 'unpin' | 'hide';

interface ColumnMenuProps {
  readonly name: string;
  readonly entry: ColumnLayout;
  readonly width: number;
  readonly layout: Layout;
  readonly anchor: HTMLElement | null;
  /** What the last command did; announced here, because the page behind an open menu is hidden from screen readers. */
  readonly announcement: string;
  readonly onCommand: (command: ColumnCommand) => void;
  readonly onSort: (order: GridSort['order']) => void;
  readonly onClose: () => void;
  /** The menu has closed, so the focus must move elsewhere. */
  readonly onExited: () => void;
}

export function ColumnMenu(props: ColumnMenuProps) {
  const { name, entry, width, layout, anchor, announcement, onCommand, onSort, onClose, onExited } = props;
  const position = useRef<PopoverActions>(null);
  const { field, is_pinned } = entry;
  // The menu follows the header it belongs to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed layout moves the header
  useLayoutEffect(() => position.current?.updatePosition(), [layout]);

  const item = (command: ColumnCommand, text: string, isOff = false) => (
    <MenuItem dense disabled={isOff} onClick={() => onCommand(command)}>
      {text}
    </MenuItem>
  );
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      action={position}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      disableRestoreFocus
      onClose={onClose}
      slotProps={{ transition: { onExited }, paper: { sx: { minWidth: '11rem' } } }}
    >
      <MenuList dense autoFocusItem aria-label={`Options for ${name}`}>
        <MenuItem dense onClick={() => onSort('asc')}>
          Sort ascending
        </MenuItem>
        <MenuItem dense onClick={() => onSort('desc')}>
          Sort descending
        </MenuItem>
        <Divider component="li" />
        {item('left', 'Move left', stepColumn(layout, field, -1) === null)}
        {item('right', 'Move right', stepColumn(layout, field, 1) === null)}
        <Divider component="li" />
        {item('wider', 'Wider', width >= MAX_COLUMN_WIDTH)}
        {item('narrower', 'Narrower', width <= MIN_COLUMN_WIDTH)}
        {item('fit', 'Auto-fit')}
        <Divider component="li" />
        {is_pinned ? item('unpin', 'Unpin') : item('pin', 'Pin')}
        {item('hide', 'Hide', shownColumns(layout).length === 1)}
      </MenuList>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </Popover>
  );
}
