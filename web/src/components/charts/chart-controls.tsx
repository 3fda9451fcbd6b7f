/** What a chart counts by, and what it measures. */
import { type Measure, measures } from '@leadloom/shared/contract/table-facets';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { columnText, measureName } from '../../lib/charts/piece-words.ts';
import { readChart, type TableChart } from '../../lib/charts/table-chart.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { NativeSelect } from '../native-select.tsx';

interface ChartControlsProps {
  readonly definition: TableDefinition;
  readonly chart: TableChart;
  readonly onChange: (chart: TableChart) => void;
}

export function ChartControls({ definition, chart, onChange }: ChartControlsProps) {
  const names = [...dimensionsOf(definition).values()].map(({ name, label }) => [name, label] as const);
  const fields = measuredFields(definition);
  const [first = '', second = ''] = chart.by;
  const change = (by: readonly string[], measure: Measure, of: string | undefined) => {
    const next = readChart(definition, { by: by.filter((name) => name !== ''), measure, of });
    if (next !== null) onChange(next);
  };
  useScreenActions(
    names.map(([name, label]) => ({ label: `Chart by ${label}`, run: () => change([name], chart.measure, chart.of) })),
  );
  return (
    <Line className="choices">
      <Choice label="By" value={first} options={names} onChange={(name) => change([name, second], chart.measure, chart.of)} />
      <Choice
        label="and"
        name="and by"
        value={second}
        options={[['', 'nothing else'], ...names.filter(([name]) => name !== first)]}
        onChange={(name) => change([first, name], chart.measure, chart.of)}
      />
      {fields.length > 0 && (
        <Choice
          label="Show"
          value={chart.measure}
          options={measures.map((measure) => [measure, measureName(definition, measure)] as const)}
          onChange={(value) => change(chart.by, measures.find((one) => one === value) ?? 'count', chart.of ?? fields[0])}
        />
      )}
      {chart.of !== undefined && (
        <Choice
          label="of"
          value={chart.of}
          options={fields.map((field) => [field, columnText(definition, field)] as const)}
          onChange={(field) => change(chart.by, chart.measure, field)}
        />
      )}
    </Line>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** The name, where the label alone says too little. */
  readonly name?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, name, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <NativeSelect id={id} aria-label={name} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </span>
  );
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.125rem 0.75rem',
  minWidth: 0,
  '& > span': {
    display: 'flex',
    alignItems: 'center',
    gap: '0.375rem',
    minWidth: 0,
    fontSize: '0.8125rem',
    color: theme.vars.palette.text.secondary,
  },
  '& select': { minHeight: '2rem', maxWidth: '12rem', textOverflow: 'ellipsis' },
  [theme.breakpoints.down('sm')]: { '& select': { maxWidth: '8rem' } },
}));
