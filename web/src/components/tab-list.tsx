/** Tabs in one line that scrolls. The arrow keys move between them, Enter opens one. */
import { styled } from '@mui/material/styles';
import type { KeyboardEvent, ReactNode } from 'react';

interface TabListProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly {
    readonly value: Value;
    /** The id of the tab, by which its panel is named. */
    readonly id: string;
    /** The id of its panel. */
    readonly controls: string;
    readonly text: ReactNode;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function TabList<Value extends string>({ label, tabs, value, onChange }: TabListProps<Value>) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = all.findIndex((tab) => tab.contains(document.activeElement));
    const last = all.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  return (
    <Line role="tablist" aria-label={label} onKeyDown={onKeyDown} data-line>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tab.id}
          aria-controls={tab.controls}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.text}
        </button>
      ))}
    </Line>
  );
}

const Line = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  minWidth: 0,
  overflowX: 'auto',
  scrollbarWidth: 'thin',
  borderBottom: `1px solid ${vars.palette.divider}`,
  '& button': {
    flex: 'none',
    minHeight: '2.5rem',
    padding: '0.5rem 0.75rem',
    border: 0,
    borderBottom: '2px solid transparent',
    background: 'none',
    color: vars.palette.text.secondary,
    font: 'inherit',
    fontSize: '0.875rem',
    fontWeight: 560,
    cursor: 'pointer',
    outlineOffset: -2,
    '&:hover': { color: vars.palette.text.primary },
    '&[aria-selected="true"]': { color: vars.palette.primary.main, borderBottomColor: vars.palette.primary.main },
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}` },
  },
}));
