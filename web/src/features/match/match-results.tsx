/** What was found, by what, and what can be done with it: a list, the file filled in, the rest as a file. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { AddToListDialog } from '../../components/my-rows/add-to-list-dialog.tsx';
import { May } from '../../components/workspace/may.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { formatRows } from '../../lib/format-rows.ts';
import { writeList } from '../../lib/match/read-list.ts';
import { saveFile } from '../../lib/save-file.ts';
import { changing, exporting } from '../../lib/workspace/needs.ts';
import { FillInDialog } from './fill-in-dialog.tsx';
import {
  type Choices,
  countsByKey,
  idsOf,
  linesOf,
  type Outcome,
  outcomeKinds,
  outcomesOf,
  soleRowsByName,
} from './match-lines.ts';
import { formatLines, foundBy, kindLabels } from './match-words.ts';
import { OutcomeLines } from './outcome-lines.tsx';
import type { ReadSource } from './read-source.ts';
import type { MatchRun } from './use-match-run.ts';

interface MatchResultsProps {
  readonly run: MatchRun;
  readonly source: ReadSource;
}

export function MatchResults({ run, source }: MatchResultsProps) {
  const { table, results, state } = run;
  const [choices, setChoices] = useState<Choices>(new Map());
  const [kind, setKind] = useState<Outcome['kind']>('found');
  const [open, setOpen] = useState<'list' | 'fill' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const panelId = useId();
  const outcomes = useMemo(() => outcomesOf(results, choices), [results, choices]);
  const ids = useMemo(() => idsOf(outcomes), [outcomes]);
  const lines = linesOf(outcomes, kind);
  const byName = useMemo(() => soleRowsByName(outcomes), [outcomes]);
  const rest = [...linesOf(outcomes, 'several'), ...linesOf(outcomes, 'none')].sort((one, other) => one - other);

  // The next press should reach what can be done with the result.
  useEffect(() => {
    if (state === 'done') heading.current?.focus();
  }, [state]);

  // Where only choices are open, they are what comes next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at the end; lines that are settled later move nobody
  useEffect(() => {
    if (state === 'done' && linesOf(outcomes, 'found').length === 0 && linesOf(outcomes, 'several').length > 0)
      setKind('several');
  }, [state]);

  const onRest = async () => {
    const { header, rows, delimiter } = source;
    const chosen = rest.map((line) => rows[line] ?? []);
    if (source.isWorkbook) {
      const { writeOwnWorkbook } = await import('./filled-workbook.ts');
      saveFile(await writeOwnWorkbook(source, chosen), 'not_found.xlsx');
    } else saveFile(writeList(header === null ? chosen : [header, ...chosen], delimiter), 'not_found.csv');
  };
  const isIdle = state !== 'running';

  return (
    <Box component="section" aria-label="Result" sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography ref={heading} variant="h2" tabIndex={-1}>
        {formatCount(linesOf(outcomes, 'found').length)} of {formatLines(run.lines.length)} found
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {[...countsByKey(outcomes)].map(([by, count]) => `${formatCount(count)} by ${foundBy[by]}`).join(', ')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <May needs={changing}>
          <Button variant="contained" size="small" disabled={!isIdle || ids.length === 0} onClick={() => setOpen('list')}>
            Add {formatRows(ids.length)} to a list
          </Button>
        </May>
        <May needs={exporting}>
          <Button variant="outlined" size="small" disabled={!isIdle || ids.length === 0} onClick={() => setOpen('fill')}>
            Fill in columns
          </Button>
        </May>
        <Button variant="outlined" size="small" disabled={!isIdle || rest.length === 0} onClick={() => void onRest()}>
          Download the {formatCount(rest.length)} not found
        </Button>
      </Box>
      <Tabs
        value={kind}
        onChange={(_, next: Outcome['kind']) => setKind(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label="Lines by outcome"
      >
        {outcomeKinds.map((each) => (
          <Tab
            key={each}
            value={each}
            id={`${panelId}-${each}`}
            aria-controls={panelId}
            label={`${kindLabels[each]} (${formatCount(linesOf(outcomes, each).length)})`}
          />
        ))}
      </Tabs>
      {kind === 'several' && byName.size > 1 && (
        <Button
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          onClick={() => setChoices((before) => new Map([...before, ...byName]))}
        >
          Take the {formatCount(byName.size)} rows found by name only
        </Button>
      )}
      <Box role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${kind}`}>
        <OutcomeLines
          key={kind}
          table={table}
          kind={kind}
          lines={lines}
          sent={run.lines}
          outcomes={outcomes}
          source={source}
          onChoose={(line, id) => setChoices((before) => new Map([...before, [line, id]]))}
        />
      </Box>
      {open === 'list' && <AddToListDialog table={table} chosen={{ ids }} count={ids.length} onClose={() => setOpen(null)} />}
      {open === 'fill' && (
        <FillInDialog table={table} source={source} outcomes={outcomes} ids={ids} onClose={() => setOpen(null)} />
      )}
    </Box>
  );
}
