/**
 * The three ways to add profiles as tabs. Every panel stays mounted, so that what was typed and what is being read
 * survives a look at another one. A panel that gets something to report comes to the front, unless the person has chosen
 * or is using another.
 */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { TabList } from '../../../components/tab-list.tsx';

const titles = {
  'manual-profiles': 'Add manually Linkedin profiles',
  'connection-profiles': 'Add from Linkedin Connections',
  'search-profiles': 'Add profiles from Search',
} as const;
type SectionId = keyof typeof titles;

const sectionIds = ['manual-profiles', 'connection-profiles', 'search-profiles'] as const satisfies readonly SectionId[];

interface TabsState {
  readonly shown: SectionId;
  readonly onChosen: (id: SectionId) => void;
  readonly onNote: (id: SectionId, note: string | null) => void;
}

const TabsContext = createContext<TabsState>({
  shown: 'manual-profiles',
  onChosen: () => undefined,
  onNote: () => undefined,
});

export function SectionTabs({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState<SectionId | null>(null);
  const [notes, setNotes] = useState<Partial<Record<SectionId, string | null>>>({});
  const shown = chosen ?? 'manual-profiles';
  const onNote = useCallback((id: SectionId, note: string | null) => {
    setNotes((all) => ({ ...all, [id]: note }));
    if (note !== null) setChosen((before) => before ?? id);
  }, []);
  const state = useMemo(() => ({ shown, onChosen: setChosen, onNote }), [shown, onNote]);

  return (
    <TabsContext value={state}>
      <Paper component="section" variant="outlined" aria-label="Add profiles">
        <TabList
          label="Ways to add profiles"
          tabs={sectionIds.map((id) => ({
            value: id,
            id: tabOf(id),
            controls: id,
            text: <TabLabel title={titles[id]} note={notes[id] ?? null} />,
          }))}
          value={shown}
          onChange={setChosen}
        />
        {children}
      </Paper>
    </TabsContext>
  );
}

function TabLabel({ title, note }: { readonly title: string; readonly note: string | null }) {
  return (
    <span>
      {title}
      {note !== null && (
        <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </span>
  );
}

interface SectionPanelProps {
  readonly id: SectionId;
  /** A note on the tab, which can be read from the other panels; null: nothing to report. */
  readonly note: string | null;
  readonly children: ReactNode;
}

export function SectionPanel({ id, note, children }: SectionPanelProps) {
  const { shown, onChosen, onNote } = useContext(TabsContext);
  useEffect(() => onNote(id, note), [id, note, onNote]);
  return (
    <Box
      id={id}
      role="tabpanel"
      aria-labelledby={tabOf(id)}
      hidden={shown !== id}
      onFocus={() => onChosen(id)}
      sx={{ p: 2, display: shown === id ? 'grid' : 'none', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
    </Box>
  );
}

/** What takes much code, from when its panel is first shown. */
export function OnceShown({ id, children }: Pick<SectionPanelProps, 'id' | 'children'>) {
  const isShown = useContext(TabsContext).shown === id;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return wasShown ? children : null;
}

function tabOf(id: SectionId): string {
  return `${id}-tab`;
}
