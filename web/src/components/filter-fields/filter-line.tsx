/**
 * A screen's filters in one line of chips: the search, those in use, and the rest in their order. A chip opens its
 * field below itself. What does not fit is behind "More filters", never on a second line.
 */
import FilterListRounded from '@mui/icons-material/FilterListRounded';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useScreenActions } from '../../lib/screen-actions.ts';
import type { Preloadable } from '../lazy-part.tsx';
import { useOverflowCount } from '../use-overflow-count.ts';
import { usePartsAhead } from '../use-parts-ahead.ts';
import { useSteady } from '../use-steady.ts';
import { visuallyHidden } from '../visually-hidden.ts';
import { fieldFrames } from './field-frames.ts';
import { FilterButton } from './filter-button.tsx';
import { FilterShell } from './filter-shell.tsx';
import { LazyFilterPopover } from './lazy-filter-popover.ts';
import type { LineFilter } from './line-filter.ts';

interface FilterLineProps {
  /** The search first. */
  readonly filters: readonly LineFilter[];
  /** The code of the fields; always the same array. */
  readonly parts: readonly Preloadable[];
  readonly onClear: () => void;
  /** What stands at the end of the line, once its code is there. Its room is kept. */
  readonly end?: (isFieldOpen: boolean) => ReactNode;
}

/** A name that no filter has as its key. */
const MORE = '(more)';

export function FilterLine({ filters, parts, onClear, end }: FilterLineProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  /** What was typed before the field was there. */
  const [begun, setBegun] = useState('');
  const code = useMemo(() => [LazyFilterPopover, ...parts], [parts]);
  const { areHere, load } = usePartsAhead(code, openKey !== null);
  const line = useRef<HTMLDivElement>(null);
  const anchors = useRef(new Map<string, HTMLElement>());
  const settled = useRef<readonly string[]>([]);
  const closed = useRef<string | null>(null);
  // While a field is open its chip stays where it is.
  if (openKey === null || settled.current.length !== filters.length) settled.current = orderOf(filters);
  const ordered = settled.current.flatMap((key) => filters.find((filter) => filter.key === key) ?? []);
  const hiddenCount = useOverflowCount(line, ordered.map(({ label, value }) => `${label}${value ?? ''}`).join('\n'));
  const shownCount = ordered.length - hiddenCount;
  const open = filters.find(({ key }) => key === openKey);
  const hidden = ordered.slice(shownCount);
  const anchorKey = hidden.some(({ key }) => key === openKey) ? MORE : openKey;
  const anchor = anchorKey === null ? null : (anchors.current.get(anchorKey) ?? null);
  const label = open?.label ?? 'More filters';
  const usedCount = filters.filter(({ value }) => value !== null).length;

  // A chip that has moved in the line has lost the focus that came back to it.
  useEffect(() => {
    if (openKey !== null || closed.current === null) return;
    const chip = anchors.current.get(closed.current);
    closed.current = null;
    const isShown = chip?.closest('[data-hidden]') === null;
    if (document.activeElement === document.body) (isShown ? chip : anchors.current.get(MORE))?.focus();
  }, [openKey]);

  const onOpen = useCallback((key: string) => {
    setBegun('');
    setOpenKey(key);
  }, []);

  const wide = filters.find(({ isWide }) => isWide === true);
  useScreenActions([
    ...(usedCount === 0 ? [] : [{ label: 'Clear filters', run: onClear }]),
    ...(wide === undefined ? [] : [{ label: `${wide.label} filters`, run: () => onOpen(wide.key) }]),
  ]);

  const close = useSteady(() => {
    closed.current = openKey;
    setOpenKey(null);
  });

  const onAnchor = useCallback((key: string, element: HTMLElement | null) => {
    if (element === null) anchors.current.delete(key);
    else anchors.current.set(key, element);
  }, []);
  return (
    <Section aria-label="Filters" onPointerEnter={load} onTouchStart={load} onFocus={load}>
      <div ref={line} className="chips">
        {ordered.map((filter, index) => (
          <FilterButton
            key={filter.key}
            filter={filter}
            onAnchor={onAnchor}
            isSearch={filter === filters[0]}
            isOpen={filter.key === openKey}
            isHidden={index >= shownCount}
            onOpen={onOpen}
          />
        ))}
      </div>
      <Button
        ref={(element) => onAnchor(MORE, element)}
        size="small"
        color="inherit"
        startIcon={<FilterListRounded />}
        aria-haspopup="dialog"
        aria-expanded={openKey === MORE}
        onClick={() => onOpen(MORE)}
        sx={{ display: hiddenCount === 0 ? 'none' : undefined }}
      >
        More filters {hiddenCount}
      </Button>
      <span role="status">{usedCount === 0 ? '' : `${usedCount} active`}</span>
      <Button size="small" className="clear-all" onClick={onClear} disabled={usedCount === 0}>
        <span>
          Clear<span className="wide-only"> filters</span>
        </span>
      </Button>
      {end !== undefined && <span className="end">{areHere && end(openKey !== null)}</span>}
      {!areHere && openKey !== null && (
        <FilterShell
          key={openKey}
          label={label}
          anchor={anchor}
          typed={open?.isTyped === true ? begun : null}
          onType={setBegun}
          onClose={close}
        />
      )}
      <LazyFilterPopover
        label={label}
        anchor={areHere ? anchor : null}
        isAlone={openKey !== MORE && open?.isWide !== true}
        isWide={open?.isWide}
        begun={begun}
        onClose={close}
      >
        {openKey === MORE
          ? hidden.map(({ key, label: name, value, isWide = false, field }) => (
              <div key={key} className="filter">
                {isWide ? (
                  <Button size="small" variant="outlined" color="inherit" aria-haspopup="dialog" onClick={() => onOpen(key)}>
                    {value === null ? name : `${name}: ${value}`}
                  </Button>
                ) : (
                  field
                )}
              </div>
            ))
          : open?.field}
      </LazyFilterPopover>
    </Section>
  );
}

function orderOf(filters: readonly LineFilter[]): readonly string[] {
  const [search, ...others] = filters;
  const used = others.filter(({ value }) => value !== null);
  const rest = others.filter(({ value }) => value === null);
  return [...(search === undefined ? [] : [search]), ...used, ...rest].map(({ key }) => key);
}

const Section = styled('section')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  minWidth: 0,
  height: '2.75rem',
  padding: '0 24px',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
  '& > *': { flex: 'none' },
  // Takes all room, so that what follows stays at the end of the line whatever comes before it.
  '& > .chips': {
    flex: '1 1 auto',
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.5rem 0.375rem',
    height: '2rem',
    // Focus rings reach beyond the chips; a second line does not.
    overflow: 'clip',
    overflowClipMargin: 3,
  },
  '& > [role="status"]': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& > .end': { width: '3.25rem' },
  // A narrow window shows what can be pressed, and how many filters are in use: their chips may have no room.
  [theme.breakpoints.down('sm')]: {
    paddingInline: '16px',
    '& > [role="status"]:empty, & > .clear-all:disabled, & .MuiButton-startIcon': { display: 'none' },
    '& > .MuiButton-root': { minWidth: 0, marginInline: '-0.25rem' },
    '& .wide-only': visuallyHidden,
  },
  ...fieldFrames(theme),
  '@media print': { display: 'none' },
}));
