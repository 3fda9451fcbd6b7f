/** Which line of a list names its columns. Lines above it are not read. */
import { LINES_ABOVE } from '@leadloom/shared/tables/header-line';
import Box from '@mui/material/Box';
import { LabelledSelect } from '../../components/labelled-select.tsx';

const LONGEST = 40;

interface HeaderChoiceProps {
  readonly rows: readonly (readonly string[])[];
  /** -1: none. */
  readonly header: number;
  readonly onChange: (header: number) => void;
}

export function HeaderChoice({ rows, header, onChange }: HeaderChoiceProps) {
  const lines = rows.slice(0, LINES_ABOVE + 1);
  const left = rows.slice(0, Math.max(header, 0));
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <LabelledSelect
        label="Header line"
        value={String(header)}
        onChange={(chosen) => onChange(Number(chosen))}
        options={[
          ...lines.map((line, at) => [String(at), `Line ${at + 1}: ${shortText(line)}`] as const),
          ['-1', 'No header: the first line is a row'],
        ]}
      />
      {left.length > 0 && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {left.length === 1 ? 'The first line is' : `The first ${left.length} lines are`} not read: “{shortText(left[0])}”.
        </Box>
      )}
    </Box>
  );
}

/** The filled cells of a line. */
function shortText(line: readonly string[] = []): string {
  const text = line
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text;
}
