/** A picture in its kind, with the room it needs and the names of its colours. */
import { styled, useTheme } from '@mui/material/styles';
import { BarsPicture } from './bars-picture.tsx';
import { blankColour, seriesColours } from './chart-looks.ts';
import { HeatMap } from './heat-map.tsx';
import { LinePicture } from './line-picture.tsx';
import type { PictureProps } from './picture-props.ts';

/** In rem. */
const COLUMNS_HEIGHT = 20;
const BAR_HEIGHT = 1.75;

export function DrawnPicture(props: PictureProps) {
  const { picture, isSmall = false } = props;
  const { vars } = useTheme();
  const { kind, series, axis } = picture;
  const colours = seriesColours(vars);
  const hasNames = kind !== 'heat-map' && series.some(({ entry }) => entry !== null);
  const height = isSmall ? 10 : kind === 'bars' ? Math.max(axis.length * BAR_HEIGHT + (hasNames ? 1.5 : 0), 3) : COLUMNS_HEIGHT;
  return (
    <div>
      {kind === 'heat-map' ? (
        <Wide style={isSmall ? { height: '10rem', overflow: 'hidden' } : undefined}>
          <HeatMap {...props} />
        </Wide>
      ) : (
        <div style={{ height: `${height}rem` }}>{kind === 'line' ? <LinePicture {...props} /> : <BarsPicture {...props} />}</div>
      )}
      {hasNames && (
        <Names aria-hidden data-names>
          {series.map(({ entry }, index) => (
            <li key={entry?.text}>
              <span style={{ background: entry?.piece === null ? blankColour(vars) : colours[index] }} />
              {entry?.text}
            </li>
          ))}
        </Names>
      )}
    </div>
  );
}

const Wide = styled('div')({ overflowX: 'auto', '@media print': { overflow: 'visible' } });

const Names = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.25rem 1rem',
  margin: '0.5rem 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  '& li': { display: 'flex', alignItems: 'center', gap: '0.375rem', minWidth: 0 },
  '& span': { flex: 'none', width: '0.75rem', height: '0.75rem', borderRadius: 2, forcedColorAdjust: 'none' },
});
