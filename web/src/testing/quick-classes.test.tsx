import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

it('components share one class without rules, apart from those of charts', () => {
  const Surface = styled('div', { name: 'MuiChartsSurface', slot: 'Root' })({ width: '100%' });
  render(
    <>
      <Box sx={{ color: 'red' }}>Red</Box>
      <Box sx={{ color: 'blue' }} className="ours">
        Blue
      </Box>
      <Surface>Chart</Surface>
    </>,
  );
  expect(screen.getByText('Red').className).toBe('MuiBox-root css-plain');
  expect(screen.getByText('Blue').className).toBe('ours MuiBox-root css-plain');
  expect(screen.getByText('Chart').className).toMatch(/^css-(?!plain)\S+$/);
});
