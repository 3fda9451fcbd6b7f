/** What could not be read, by column and value, with what becomes of it. */
import type { ImportProblem } from '@leadloom/shared/contract/imports';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { NativeSelect } from '../../../components/native-select.tsx';
import { type PlainColumn, PlainTable } from '../../../components/plain-table.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { type DraftChoice, isSameGroup } from './import-draft.ts';

const SHOWN = 25;
const CHOICES_LIMIT = 1_000;

type Choose = (problem: ImportProblem, choice: Omit<DraftChoice, 'problem'> | null) => void;

interface ProblemGroupsProps {
  readonly groups: readonly ImportProblem[];
  readonly choices: readonly DraftChoice[];
  readonly definitionOf: TableName;
  readonly onChoose: Choose;
}

export function ProblemGroups({ groups, choices, definitionOf, onChoose }: ProblemGroupsProps) {
  const [shown, setShown] = useState(SHOWN);
  const nameOf = (field: string | null) =>
    tableByName(definitionOf).columns.find((column) => column.field === field)?.headerName ?? field ?? 'The whole row';
  const textOf = ({ column, value, reason }: ImportProblem) => {
    if (column === null) return reason ?? '';
    if (value === null) return 'Further values';
    return value === '' ? 'Blank' : value;
  };
  const columns: readonly PlainColumn<ImportProblem>[] = [
    { title: 'Column', cell: ({ column }) => nameOf(column) },
    {
      title: 'Value',
      cell: (problem) => (
        <>
          {textOf(problem)}
          {problem.column !== null && problem.reason !== null && (
            <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{problem.reason}</Box>
          )}
        </>
      ),
    },
    {
      title: 'Rows',
      isNumber: true,
      cell: (problem) => <ProblemRows problem={problem} name={`${nameOf(problem.column)}, ${textOf(problem)}`} />,
    },
    {
      title: 'What to do with it',
      cell: (problem) => (
        <Choice
          problem={problem}
          name={`${nameOf(problem.column)}, ${textOf(problem)}`}
          choice={choices.find((known) => isSameGroup(known.problem, problem))}
          isFull={choices.length >= CHOICES_LIMIT}
          onChoose={onChoose}
        />
      ),
    },
  ];
  return (
    <Box component="section" aria-label="Problems" sx={{ display: 'grid', gap: 1 }}>
      <Heading>Problems</Heading>
      {groups.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>Every cell can be read.</Box>
      ) : (
        <PlainTable
          label="Problems"
          columns={columns}
          rows={groups.slice(0, shown)}
          keyOf={(problem) => JSON.stringify([problem.kind, problem.column, problem.value, problem.reason])}
        />
      )}
      {groups.length > shown && (
        <Box>
          <Button variant="outlined" onClick={() => setShown(shown + SHOWN)}>
            Show {formatCount(Math.min(SHOWN, groups.length - shown))} more of {formatCount(groups.length)}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** The number opens the lines of the file that it counts. */
function ProblemRows({ problem: { rows, lines }, name }: { readonly problem: ImportProblem; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (lines === undefined || lines.length === 0) return formatCount(rows);
  const more = rows - lines.length;
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-label={`${formatRows(rows)}: ${name}`}
        onClick={() => setOpen(!isOpen)}
        sx={{ minWidth: 0, textDecoration: 'underline', textUnderlineOffset: '0.2em' }}
      >
        {formatCount(rows)}
      </Button>
      {isOpen && (
        <Box sx={{ maxWidth: '14rem', ml: 'auto', color: 'text.secondary', fontSize: '0.8125rem', whiteSpace: 'normal' }}>
          {lines.length === 1 ? 'Line' : 'Lines'} {lines.map(formatCount).join('; ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </Box>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly problem: ImportProblem;
  readonly name: string;
  readonly choice: DraftChoice | undefined;
  readonly isFull: boolean;
  readonly onChoose: Choose;
}

function Choice({ problem, name, choice, isFull, onChoose }: ChoiceProps) {
  const usual = problem.kind === 'blank' ? 'Cell left blank' : 'Row refused';
  // Rows as a whole, and values counted together, cannot be told apart.
  if (problem.column === null || problem.value === null || (isFull && choice === undefined)) return <>{usual}</>;
  const choose = (action: string) => {
    if (action === 'replace') onChoose(problem, { action, replacement: choice?.replacement ?? '' });
    else onChoose(problem, action === 'refuse' ? { action, replacement: '' } : null);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <NativeSelect
        aria-label={`Choice for ${name}`}
        value={choice?.action ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{usual}</option>
        {problem.kind === 'blank' && <option value="refuse">Row refused</option>}
        <option value="replace">Value replaced</option>
      </NativeSelect>
      {choice?.action === 'replace' && (
        <Text
          aria-label={`Replacement for ${name}`}
          placeholder="Replaced by"
          maxLength={1_000}
          value={choice.replacement}
          onChange={({ target }) => onChoose(problem, { action: 'replace', replacement: target.value })}
        />
      )}
    </Box>
  );
}

export const Heading = styled('h2')({ margin: 0, fontSize: '1.125rem', fontWeight: 600 });

const Text = styled('input')(({ theme: { vars } }) => ({
  width: '11rem',
  minHeight: '2.25rem',
  padding: '0 8px',
  border: `1px solid color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
  borderRadius: vars.shape.borderRadius,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  '&::placeholder': { color: vars.palette.text.secondary, opacity: 1 },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
}));
