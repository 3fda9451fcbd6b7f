/** Rows or a chart: two ways of looking at the same question. It stands in the line above either. */
import BarChartRounded from '@mui/icons-material/BarChartRounded';
import TableRowsRounded from '@mui/icons-material/TableRowsRounded';
import { styled } from '@mui/material/styles';
import { useLayoutEffect, useRef } from 'react';
import { useScreenActions } from '../../lib/screen-actions.ts';

interface ShowChoiceProps {
  readonly isChart: boolean;
  readonly onChange: (isChart: boolean) => void;
}

/** The one that was pressed has gone with what it stood above; the one that takes its place gets the focus. */
let isPressed = false;

export function ShowChoice({ isChart, onChange }: ShowChoiceProps) {
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isPressed) return;
    isPressed = false;
    if (document.activeElement === document.body) group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  }, []);
  useScreenActions([{ label: isChart ? 'Show rows' : 'Show as a chart', run: () => onChange(!isChart) }]);

  const button = (label: string, isOfChart: boolean, Icon: typeof BarChartRounded) => (
    <button
      type="button"
      aria-pressed={isChart === isOfChart}
      onClick={() => {
        if (isChart === isOfChart) return;
        isPressed = true;
        onChange(isOfChart);
      }}
    >
      <Icon fontSize="small" aria-hidden />
      {label}
    </button>
  );
  return (
    <Group ref={group} role="group" aria-label="Show">
      {button('Rows', false, TableRowsRounded)}
      {button('Chart', true, BarChartRounded)}
    </Group>
  );
}

const Group = styled('div')(({ theme: { vars } }) => ({
  flex: 'none',
  display: 'flex',
  gap: 2,
  padding: 2,
  marginInlineStart: '0.25rem',
  borderRadius: vars.shape.borderRadius,
  background: `color-mix(in srgb, ${vars.palette.text.primary} 7%, ${vars.palette.background.paper})`,
  '& button': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.375rem',
    minHeight: '1.75rem',
    padding: '0 0.5rem',
    border: 0,
    borderRadius: vars.shape.borderRadius,
    background: 'none',
    color: vars.palette.text.secondary,
    font: 'inherit',
    fontSize: '0.8125rem',
    cursor: 'pointer',
    '& svg': { fontSize: '1.125rem' },
    '&:hover': { color: vars.palette.text.primary },
    '&[aria-pressed="true"]': {
      color: vars.palette.text.primary,
      fontWeight: 560,
      background: vars.palette.background.paper,
      boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${vars.palette.text.primary} 48%, ${vars.palette.background.paper})`,
    },
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  },
  '@media (max-width: 40rem)': { '& button': { gap: 0, padding: 0, minWidth: '2rem', fontSize: '0 !important' } },
  '@media (forced-colors: active)': { '& button[aria-pressed="true"]': { outline: '2px solid Highlight', outlineOffset: -2 } },
}));
