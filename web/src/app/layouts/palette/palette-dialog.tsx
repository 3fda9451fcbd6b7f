/**
 * One field that finds rows by filters in words, screens, tables, views, lists, people, companies and actions. A combobox with a listbox, as ARIA's
 * pattern describes: the focus stays in the field, and the arrow keys name the active entry.
 */
import SearchRounded from '@mui/icons-material/SearchRounded';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { findEntries, type PaletteEntry } from './find-entries.ts';
import { PaletteFrame } from './palette-frame.tsx';
import { usePaletteEntries } from './use-palette-entries.ts';

interface PaletteProps {
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}

export function PaletteDialog({ onClose, onShowKeys }: PaletteProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      transitionDuration={0}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': 'Search or jump to',
          // Otherwise it would be labelled by a title, which it does not have.
          'aria-labelledby': undefined,
          sx: { mt: { xs: 1, sm: '10dvh' }, mx: { xs: 1, sm: 4 }, width: '100%' },
        },
      }}
    >
      <Palette onClose={onClose} onShowKeys={onShowKeys} />
    </Dialog>
  );
}

function Palette({ onClose, onShowKeys }: PaletteProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { entries, isLoading } = usePaletteEntries(text, onShowKeys);
  const found = useMemo(() => findEntries(entries, text), [entries, text]);
  const groups = [...new Set(found.map(({ group }) => group))];
  // The first one, until another is chosen or the chosen one is gone.
  const active = Math.max(
    0,
    found.findIndex(({ key }) => key === activeKey),
  );
  const idOf = (index: number) => `${id}-${index}`;
  const activeId = found.length === 0 ? undefined : idOf(active);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function choose(entry: PaletteEntry | undefined): void {
    if (entry === undefined) return;
    onClose();
    entry.choose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActiveKey(found.at((active + step) % found.length)?.key ?? null);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(found[active]);
    else return;
    event.preventDefault();
  }

  const count = `${found.length} ${found.length === 1 ? 'entry' : 'entries'}`;
  return (
    <PaletteFrame>
      <div className="field">
        <SearchRounded aria-hidden fontSize="small" />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-entries`}
          aria-activedescendant={activeId}
          placeholder="Search or jump to…"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActiveKey(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-entries`} role="listbox" tabIndex={-1} aria-label="Entries" className="entries">
        {groups.map((group, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a group within a listbox has no element of its own
          <div key={group} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div id={`${id}-group-${at}`} className="group">
              {group}
            </div>
            {found.map((entry, index) =>
              entry.group === group ? (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
                <div
                  key={entry.key}
                  id={idOf(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className="entry"
                  // The focus stays in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActiveKey(entry.key)}
                  onClick={() => choose(entry)}
                >
                  <span>{entry.label}</span>
                  {entry.detail !== undefined && <span className="detail">{entry.detail}</span>}
                  {entry.keys !== undefined && <kbd className="detail">{entry.keys}</kbd>}
                </div>
              ) : null,
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && <div className="nothing">{isLoading ? 'Searching…' : 'Nothing found'}</div>}
      <Box component="span" role="status" sx={visuallyHidden}>
        {isLoading ? 'Searching…' : count}
      </Box>
    </PaletteFrame>
  );
}
