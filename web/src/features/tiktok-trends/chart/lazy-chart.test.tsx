import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { ChartFrame, lazyChart } from './lazy-chart.tsx';

it('a chart is shown once its script is there', async () => {
  const Chart = lazyChart<{ label: string }>(async () => ({ label }) => <p>{label}</p>);
  render(
    <ChartFrame height={4}>
      <Chart label="A line" />
    </ChartFrame>,
  );
  expect(await screen.findByText('A line')).toBeVisible();
});

it('a chart whose script fails to load shows a message and breaks nothing else', async () => {
  const expectLog = expectLogged('A chart could not be loaded.');
  const Chart = lazyChart<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  render(
    <main>
      <h1>Trends</h1>
      <ChartFrame height={4}>
        <Chart />
      </ChartFrame>
    </main>,
  );
  expect(await screen.findByText('The chart could not be loaded.')).toBeVisible();
  expect(screen.getByRole('heading')).toBeVisible();
  await expectLog();
});
