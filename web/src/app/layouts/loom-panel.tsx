/** The quiet side of the sign-in pages: threads hang loose at the top and are beaten into cloth towards the bottom. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { BrandMark } from '../../components/brand-mark.tsx';
import { loomLines } from './loom-lines.ts';

const SIZE = { width: 1200, height: 960, warpGap: 24 };
const lines = loomLines(SIZE);

export function LoomPanel() {
  return (
    <Box
      component="aside"
      aria-label="Leadloom"
      sx={(theme) => ({
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        position: 'sticky',
        top: 0,
        height: '100dvh',
        overflow: 'hidden',
        p: { md: 5, xl: 8 },
        color: '#EAF3F0',
        '--cloth': '#0F4239',
        bgcolor: 'var(--cloth)',
        ...theme.applyStyles('dark', { '--cloth': '#0B2621' }),
      })}
    >
      <Box
        component="svg"
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="xMinYMax slice"
        aria-hidden
        focusable="false"
        sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', fill: 'none' }}
      >
        <path d={lines.warp} stroke="#FFFFFF" strokeOpacity="0.1" strokeWidth="2" />
        {lines.weft.map(({ y, path, isMarked }) => (
          <g key={y} strokeLinecap="butt">
            <Box component="path" d={path} sx={{ stroke: 'var(--cloth)', strokeWidth: 8 }} />
            <path d={path} stroke={isMarked ? '#DFA437' : '#FFFFFF'} strokeOpacity={isMarked ? 0.95 : 0.2} strokeWidth="2" />
          </g>
        ))}
      </Box>
      <Box sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1.5, fontWeight: 650, fontSize: '1.25rem' }}>
        <BrandMark size={32} />
        Leadloom
      </Box>
      <Typography
        sx={{
          position: 'relative',
          mt: 'clamp(48px, 14vh, 160px)',
          maxWidth: '15em',
          fontSize: 'clamp(1.5rem, 1rem + 1.3vw, 2.25rem)',
          lineHeight: 1.25,
          fontWeight: 560,
          letterSpacing: '-0.015em',
        }}
      >
        Business data, woven from many threads into tables you can work with.
      </Typography>
    </Box>
  );
}
