/** Two dimensions as a map: the darker a cell, the more. The library's own is not among what is free of it. */
import { useTheme } from '@mui/material/styles';
import { formatFigure, formatShortFigure } from '../../lib/charts/piece-words.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { mixed } from './chart-looks.ts';
import { type PictureProps, pressedEntries } from './picture-props.ts';
import { rem } from './rem.ts';

/** In rem. */
const ROW = 1.75;
/** The lightest cell with rows is seen, too. */
const LIGHTEST = 8;
/** From this share of the colour on, text is written in that of the ground. */
const DARK = 55;

export function HeatMap({ picture, isSmall = false, onPress }: PictureProps) {
  const { palette } = useTheme().vars;
  const { axis: rows, series: columns } = picture;
  const unit = rem();
  const font = unit * 0.75;
  const cellWidth = unit * (isSmall ? 0.75 : columns.length <= 14 ? 4 : columns.length <= 31 ? 2.75 : 1.75);
  const cellHeight = unit * (isSmall ? 1 : ROW);
  const hasFigures = !isSmall && columns.length <= 31;
  const textWidth = (length: number) => length * font * 0.58;
  const longest = Math.max(0, ...rows.map(({ text }) => text.length));
  const left = Math.min(textWidth(longest) + unit * 0.75, unit * (isSmall ? 6 : 14));
  const nameLimit = Math.floor((left - unit * 0.5) / (font * 0.58));
  const longestColumn = Math.max(0, ...columns.map(({ entry }) => entry?.shortText.length ?? 0));
  const isTilted = textWidth(longestColumn) > cellWidth - 4;
  const tiltedLimit = 18;
  const top = isSmall ? 0 : isTilted ? textWidth(Math.min(longestColumn, tiltedLimit)) * 0.72 + unit : unit * 1.5;
  const tail = isTilted && !isSmall ? textWidth(Math.min(columns.at(-1)?.entry?.shortText.length ?? 0, tiltedLimit)) * 0.72 : 0;
  const values = columns.flatMap((column) => column.values.filter((value) => value !== null));
  const [least, most] = [Math.min(0, ...values), Math.max(...values, 0)];
  const shareOf = (value: number) =>
    most === least ? LIGHTEST : LIGHTEST + ((value - least) / (most - least)) * (100 - LIGHTEST);
  const width = left + columns.length * cellWidth + tail;
  const height = top + rows.length * cellHeight;
  return (
    <svg aria-hidden width={width} height={height} style={{ display: 'block', forcedColorAdjust: 'none', fontSize: font }}>
      {!isSmall &&
        columns.map(({ entry }, index) => {
          const x = left + index * cellWidth + cellWidth / 2;
          const y = top - unit * 0.5;
          return (
            <text
              key={entry?.text}
              x={x}
              y={y}
              textAnchor={isTilted ? 'start' : 'middle'}
              transform={isTilted ? `rotate(-45 ${x} ${y})` : undefined}
              style={{ fill: palette.text.secondary }}
            >
              {cut(entry?.shortText ?? '', isTilted ? tiltedLimit : Number.POSITIVE_INFINITY)}
            </text>
          );
        })}
      {rows.map((row, rowIndex) => {
        const y = top + rowIndex * cellHeight;
        return (
          <g key={row.text}>
            <text
              x={left - unit * 0.5}
              y={y + cellHeight / 2}
              textAnchor="end"
              dominantBaseline="central"
              style={{ fill: palette.text.secondary }}
            >
              {cut(row.text, nameLimit)}
              <title>{row.text}</title>
            </text>
            {columns.map(({ entry, values: cells }, columnIndex) => {
              const value = cells[rowIndex] ?? null;
              const isEmpty = value === null || value === 0;
              const share = isEmpty ? 0 : shareOf(value);
              const entries = pressedEntries(picture, rowIndex, columnIndex);
              const canPress = onPress !== undefined && !isEmpty && entries !== null;
              return (
                <g
                  key={entry?.text}
                  {...(canPress ? { onClick: () => onPress(entries) } : {})}
                  style={canPress ? { cursor: 'pointer' } : undefined}
                >
                  <rect
                    x={left + columnIndex * cellWidth + 0.5}
                    y={y + 0.5}
                    width={cellWidth - 1}
                    height={cellHeight - 1}
                    rx={2}
                    style={{
                      fill: isEmpty
                        ? mixed(palette.text.primary, palette.background.paper, 4)
                        : mixed(palette.primary.main, palette.background.paper, share),
                    }}
                  />
                  {hasFigures && !isEmpty && (
                    <text
                      x={left + columnIndex * cellWidth + cellWidth / 2}
                      y={y + cellHeight / 2}
                      textAnchor="middle"
                      dominantBaseline="central"
                      style={{
                        fill: share >= DARK ? palette.background.paper : palette.text.primary,
                        fontVariantNumeric: 'tabular-nums',
                      }}
                    >
                      {formatShortFigure(value)}
                    </text>
                  )}
                  <title>{`${row.text}, ${entry?.text ?? ''}: ${value === null ? NO_VALUE : formatFigure(value)}`}</title>
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, Math.max(1, limit - 1))}…`;
}
