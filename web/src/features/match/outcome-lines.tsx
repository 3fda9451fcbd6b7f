/** Lines of one outcome, page by page: what was looked for, what found it, and a choice where several rows are possible. */
import type { MatchLine } from '@leadloom/shared/contract/match';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount } from '../../lib/format-count.ts';
import { meaningsOf } from '../../lib/match/recognise-columns.ts';
import { recordPath } from '../../lib/paths.ts';
import { CandidateChoice } from './candidate-choice.tsx';
import type { Outcome } from './match-lines.ts';
import { foundBy, foundByWords, rowText } from './match-words.ts';
import type { ReadSource } from './read-source.ts';

const LINES_A_PAGE = 25;

const emptyTexts: Readonly<Record<Outcome['kind'], string>> = {
  found: 'No line has been found.',
  several: 'No line needs a choice.',
  none: 'Every line was found, or has several possible rows.',
};

interface OutcomeLinesProps {
  readonly table: TableName;
  readonly kind: Outcome['kind'];
  readonly lines: readonly number[];
  /** What was sent of all lines. */
  readonly sent: readonly MatchLine[];
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly source: ReadSource;
  /** @param id null: none of the candidates */
  readonly onChoose: (line: number, id: number | null) => void;
}

export function OutcomeLines({ table, kind, lines, sent, outcomes, source, onChoose }: OutcomeLinesProps) {
  const [requested, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(lines.length / LINES_A_PAGE));
  const page = Math.min(requested, pages - 1);
  const shown = lines.slice(page * LINES_A_PAGE, (page + 1) * LINES_A_PAGE);
  // Lines are numbered as people count the lines of the file.
  const firstLine = source.above + 1;
  if (lines.length === 0) return <Typography sx={{ color: 'text.secondary', py: 1 }}>{emptyTexts[kind]}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((line) => (
          <Box
            component="li"
            key={line}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '4.5rem minmax(0, 1fr) minmax(0, 2fr)' },
              columnGap: 2,
              alignItems: 'baseline',
              py: 0.75,
              borderBottom: 1,
              borderColor: 'divider',
              fontSize: '0.875rem',
            }}
          >
            <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>Line {line + firstLine}</Box>
            <Box sx={{ overflowWrap: 'anywhere' }}>{textOf(source, line)}</Box>
            <Outcomes
              table={table}
              outcome={outcomes.get(line)}
              line={sent[line]}
              text={textOf(source, line)}
              onChoose={(id) => onChoose(line, id)}
            />
          </Box>
        ))}
      </Box>
      {pages > 1 && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}>
            Page {formatCount(page + 1)} of {formatCount(pages)}
          </Box>
          <Button size="small" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </Box>
      )}
    </Box>
  );
}

interface OutcomesProps {
  readonly table: TableName;
  readonly outcome: Outcome | undefined;
  readonly line: MatchLine | undefined;
  readonly text: string;
  readonly onChoose: (id: number | null) => void;
}

function Outcomes({ table, outcome, line, text, onChoose }: OutcomesProps) {
  if (outcome?.kind === 'several') {
    const { candidates } = outcome;
    return (
      <CandidateChoice
        table={table}
        text={text}
        candidates={candidates}
        by={foundByWords(candidates, line)}
        onChoose={onChoose}
      />
    );
  }
  if (outcome?.kind !== 'found') return null;
  const { id, by, row } = outcome;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {row !== null && rowText(row)}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          by {foundBy[by]}
        </Box>
      </Box>
      {/* The row opens in a window of its own, because this screen keeps its result only while it is open. */}
      <Link component={RouterLink} to={recordPath(table, id)} target="_blank" aria-label={`Open the row of ${text}`}>
        Open
      </Link>
    </Box>
  );
}

/** What was looked for. */
function textOf({ rows, columns }: ReadSource, line: number): string {
  const meanings = meaningsOf(columns);
  const cells = (rows[line] ?? []).filter((cell, at) => (meanings[at] ?? null) !== null && cell.trim() !== '');
  return cells.join(' · ') || 'Nothing to look for';
}
