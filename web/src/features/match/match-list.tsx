/**
 * Matches the lines of somebody's own list with the rows of a table. The list stays in the browser; only what is looked for
 * is sent. Ctrl+V anywhere on the screen takes a list, and Ctrl+Enter starts.
 */
import { type TableName, tableNames } from '@leadloom/shared/tables/table-names';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyPart } from '../../components/lazy-part.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { handedList, handList } from '../../lib/match/handed-list.ts';
import { toLine } from '../../lib/match/to-line.ts';
import { ListSource } from './list-source.tsx';
import type { ReadSource } from './read-source.ts';
import { useMatchRun } from './use-match-run.ts';
import type { ChosenFile } from './use-own-file.ts';

const MatchResults = lazyPart(async () => (await import('./match-results.tsx')).MatchResults);
const MatchingProgress = lazyPart(async () => (await import('./matching-progress.tsx')).MatchingProgress);

export function MatchList() {
  const [address] = useSearchParams();
  const named = tableNames.find((name) => name === address.get('table'));
  const [table, setTable] = useState<TableName>(named ?? 'companies');
  const [text, setText] = useState(handedList);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  // It is taken once: the next visit begins with nothing.
  useEffect(() => handList(''), []);
  const [source, setSource] = useState<ReadSource | null>(null);
  const { run, start, stop, goOn, discard } = useMatchRun();

  function onStart(read: ReadSource): void {
    setSource(read);
    void start(
      table,
      read.rows.map((row, line) => toLine(row, read.columns, read.links?.get(line + read.above))),
    );
  }

  return (
    <PageBody width="list">
      <PageHeading title="Match my list" />
      {run === null || source === null ? (
        <>
          <Typography sx={{ color: 'text.secondary' }}>
            Paste lines, or choose a CSV, Excel or JSON file, also in a ZIP archive or compressed with gzip. Each line is looked
            for by domain, LinkedIn address, email, and name with country, in this order.
          </Typography>
          <ListSource
            table={table}
            onTable={setTable}
            text={text}
            onText={setText}
            chosen={chosen}
            onFile={(file) => {
              setChosen(file);
              setText(file.read.text);
            }}
            onStart={onStart}
          />
        </>
      ) : (
        <>
          <MatchingProgress run={run} onStop={stop} onContinue={() => void goOn()} onBack={discard} />
          <MatchResults run={run} source={source} />
        </>
      )}
    </PageBody>
  );
}
