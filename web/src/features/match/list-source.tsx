/** Takes a list, pasted or as a file, and says what was recognised in it. */
import { matchColumnsOf } from '@leadloom/shared/tables/match-columns';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type DragEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { LabelledSelect } from '../../components/labelled-select.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextAreaField } from '../../components/text-area-field.tsx';
import { visuallyHidden } from '../../components/visually-hidden.ts';
import { formatCount } from '../../lib/format-count.ts';
import { MAX_LINES, readList } from '../../lib/match/read-list.ts';
import { findHeader, type ListColumns, recogniseColumns } from '../../lib/match/recognise-columns.ts';
import { usePaste } from '../../lib/use-paste.ts';
import { ColumnChoice } from './column-choice.tsx';
import { HeaderChoice } from './header-choice.tsx';
import { formatLines } from './match-words.ts';
import { PartChoiceFields } from './part-choice.tsx';
import type { ReadSource } from './read-source.ts';
import { type ChosenFile, useOwnFile } from './use-own-file.ts';

const matched = tableNames.filter((name) => Object.keys(matchColumnsOf(name)).length > 0);

interface ListSourceProps {
  readonly table: TableName;
  readonly onTable: (table: TableName) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The file that the text is from, as long as nobody changes it. */
  readonly chosen: ChosenFile | null;
  readonly onFile: (chosen: ChosenFile) => void;
  readonly onStart: (source: ReadSource) => void;
}

/** What the person changed of what was recognised, for one text and table. */
interface Changed {
  readonly of: string;
  /** -1: none. */
  readonly header?: number;
  readonly columns?: ListColumns;
}

export function ListSource({ table, onTable, text, onText, chosen, onFile, onStart }: ListSourceProps) {
  const shown = useDeferredValue(text);
  const fromFile = chosen?.read.text === shown ? chosen : null;
  const list = useMemo(() => fromFile?.read.list ?? readList(shown, table), [fromFile, shown, table]);
  const [changed, setChanged] = useState<Changed>({ of: '' });
  const { reading, problem, take, choosePart } = useOwnFile(onFile);
  const input = useRef<HTMLInputElement>(null);

  const identity = `${table} ${shown.length} ${shown.slice(0, 1_000)}`;
  const own = changed.of === identity ? changed : { of: identity };
  const found = useMemo(() => findHeader(table, list.rows), [table, list]);
  const headerAt = own.header ?? found;
  const recognised = useMemo(() => recogniseColumns(table, list.rows, headerAt), [table, list, headerAt]);
  const columns = own.columns ?? recognised;
  const above = headerAt + 1;
  const header = list.rows[headerAt] ?? null;
  const rows = list.rows.slice(above, MAX_LINES + above);
  const isUsed = columns.fields.some(({ meaning }) => meaning !== 'country');
  const isReady = rows.length > 0 && isUsed && shown === text;

  function onSubmit(): void {
    if (!isReady) return;
    const { delimiter, links } = list;
    const isWorkbook = fromFile !== null && fromFile.read.sheet !== null;
    onStart({ header, above, rows, columns, delimiter, isWorkbook, links });
  }

  // The heading has the focus when the screen is opened; nobody has to look for the field first.
  const latest = useRef(onSubmit);
  latest.current = onSubmit;
  usePaste(onText);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'end' }}>
        <LabelledSelect
          label="Table"
          value={table}
          options={matched.map((name) => [name, tableByName(name).title] as const)}
          onChange={(value) => onTable(matched.find((name) => name === value) ?? table)}
        />
        <Button variant="outlined" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="File"
          tabIndex={-1}
          accept=".csv,.tsv,.tab,.txt,.xlsx,.xlsm,.json,.jsonl,.ndjson,.gz,.zip"
          style={visuallyHidden}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = '';
            take(files);
          }}
        />
        {fromFile !== null && <PartChoiceFields file={fromFile.read} onChoose={(choice) => choosePart(fromFile.file, choice)} />}
      </Box>
      <TextAreaField
        label="Your list"
        name="list"
        value={text}
        onChange={onText}
        hint={`One entry per line, up to ${formatCount(MAX_LINES)}. Separate cells by tabs, commas, semicolons or vertical bars.`}
      />
      <Box aria-live="polite" sx={{ color: 'text.secondary', '&:empty': { mt: -2 } }}>
        {reading !== null && `Reading ${reading}…`}
      </Box>
      {problem !== null && <Notice severity="error">{problem}</Notice>}
      {list.isCut && (
        <Notice severity="warning">
          The list has more than {formatCount(MAX_LINES)} lines. Only the first {formatCount(MAX_LINES)} are matched.
        </Notice>
      )}
      {list.rows.length > 0 && (
        <>
          <HeaderChoice rows={list.rows} header={headerAt} onChange={(next) => setChanged({ of: identity, header: next })} />
          <ColumnChoice
            table={table}
            header={header}
            rows={rows}
            columns={columns}
            onChange={(next) => setChanged({ of: identity, header: headerAt, columns: next })}
          />
        </>
      )}
      <Box aria-live="polite" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Button type="submit" variant="contained" disabled={!isReady}>
          {rows.length === 0 ? 'Match' : `Match ${formatLines(rows.length)}`}
        </Button>
        {rows.length === 0 && header !== null && (
          <Box sx={{ color: 'text.secondary' }}>The list has no lines below its header.</Box>
        )}
        {rows.length > 0 && !isUsed && (
          <Box sx={{ color: 'text.secondary' }}>Choose what at least one column holds. The country alone is not enough.</Box>
        )}
      </Box>
    </Box>
  );
}
