/** The frame of the bar at the top of a page, which stays in sight. */
import { styled } from '@mui/material/styles';

export const BarFrame = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  flex: 'none',
  boxSizing: 'border-box',
  width: '100%',
  background: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '@media print': { display: 'none' },
}));
