import { type WorkbenchLayout, workbenchLayouts } from '@leadloom/shared/contract/preferences';
import { type Density, densities } from '@leadloom/shared/contract/table-views';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { ReactElement } from 'react';
import type { RowChoices } from './data-grid-props.ts';

const densityNames: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };
const layoutNames: Readonly<Record<WorkbenchLayout, string>> = { specified: 'Specified', work: 'Work' };

interface DensityChoicesProps extends RowChoices {
  /** null: closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/** The menu itself, loaded when it is first opened. */
export function DensityChoices({ anchor, onClose, density, layout, pageSize }: DensityChoicesProps) {
  /** One of several choices that exclude each other. */
  const choice = (key: string, name: string, isChosen: boolean, choose: () => void): ReactElement => (
    <MenuItem
      key={key}
      role="menuitemradio"
      aria-checked={isChosen}
      selected={isChosen}
      onClick={() => {
        onClose();
        if (!isChosen) choose();
      }}
    >
      {name}
    </MenuItem>
  );
  const heading = (text: string): ReactElement => (
    <ListSubheader key={text} role="presentation" sx={{ lineHeight: '2rem', fontSize: '0.75rem' }}>
      {text}
    </ListSubheader>
  );
  const groups: readonly (readonly ReactElement[])[] = [
    density === undefined
      ? []
      : densities.map((one) => choice(one, densityNames[one], one === density.value, () => density.onChange(one))),
    layout === undefined
      ? []
      : [
          heading('Layout of all tables'),
          ...workbenchLayouts.map((one) => choice(one, layoutNames[one], one === layout.value, () => layout.onChange(one))),
        ],
    pageSize === undefined
      ? []
      : [
          heading('Rows per page'),
          ...pageSize.options.map((one) =>
            choice(String(one), String(one), one === pageSize.value, () => pageSize.onChange(one)),
          ),
        ],
  ];
  const items = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [<Divider key={`before ${group[0]?.key}`} />, ...group]));
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      slotProps={{ list: { dense: true, 'aria-label': 'Density' } }}
    >
      {items}
    </Menu>
  );
}
