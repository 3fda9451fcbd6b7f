import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { button, loadTrendsScreen, openTrendSettings, serveTrends } from '../testing/trends.fixture.ts';
import { ignoredText, noParameters, parameterFields, readParameter, toParameters, toTexts } from './parameters.ts';

beforeAll(loadTrendsScreen);

describe('a parameter', () => {
  it.each([
    ['dbscan_eps', ['0.05', '0.0005', '1000', '1e-2'], ['0', '-1', 'x', '', ' ', '1001', 'Infinity', 'NaN']],
    ['dbscan_min_samples', ['1', '2', ' 7 '], ['0', '1.5', '-2', '']],
    ['pairwise_decay_k', ['0', '0.017', '2'], ['-0.001', '', 'k']],
    ['analysis_start_date_days_delta', ['1', '3650'], ['0', '2.5', '3651', '']],
    ['min_videos_for_new_trend_decision', ['1', '5'], ['0', '0.5', '']],
  ] as const)('a parameter is read by its own rule: %s', (name, valid, invalid) => {
    for (const text of valid) expect(readParameter(name, text)).toBe(Number(text));
    for (const text of invalid) expect(readParameter(name, text)).toBeNull();
  });

  it('an invalid parameter is left out, and valid ones survive the form', () => {
    const texts = { ...noParameters, dbscan_eps: '0.2', dbscan_min_samples: '1.5', pairwise_decay_k: '0' };
    expect(toParameters(texts)).toEqual({ dbscan_eps: 0.2, pairwise_decay_k: 0 });
    expect(toTexts(toParameters(texts))).toEqual({ ...noParameters, dbscan_eps: '0.2', pairwise_decay_k: '0' });
  });

  it('an invalid parameter names its default', () => {
    expect(parameterFields.map(({ name }) => ignoredText(name))).toEqual([
      'ignored, default 0.05',
      'ignored, default 2',
      'ignored, default 0.017',
      'ignored, default 30',
      'ignored, default 5',
    ]);
  });
});

describe('the form of parameters', () => {
  const field = (name: string) => screen.getByRole('spinbutton', { name });

  it('the form shows the defaults as placeholders, with the steps browsers use', async () => {
    serveTrends();
    await openTrendSettings();
    const shown = parameterFields.map(({ label }) => field(label));
    expect(shown.map((input) => input.getAttribute('placeholder'))).toEqual(['0.05', '2', '0.017', '30', '5']);
    expect(field('Strictness (eps)')).toHaveAttribute('min', '0.001');
    expect(field('Strictness (eps)')).toHaveAttribute('step', '0.01');
    expect(field('Fading per day (k)')).toHaveAttribute('step', '0.001');
    expect(screen.queryByText(/ignored/)).toBeNull();
  });

  it('blank fields are not sent and say nothing: their placeholders are the defaults', async () => {
    const server = serveTrends();
    const { person } = await openTrendSettings();
    await person.click(button('Run Analysis'));
    await waitFor(() => expect(server.started).toEqual([{}]));
    expect(screen.queryByText(/^ignored, default/)).toBeNull();
    expect(field('Strictness (eps)')).toHaveAttribute('aria-invalid', 'false');
  });

  it('invalid values are marked while typing, and the others are sent', async () => {
    const server = serveTrends();
    const { person } = await openTrendSettings();
    await person.type(field('Strictness (eps)'), '-1');
    expect(field('Strictness (eps)')).toHaveAccessibleDescription('ignored, default 0.05');
    expect(field('Strictness (eps)')).toHaveAttribute('aria-invalid', 'true');
    await person.type(field('Smallest group (videos)'), '1.5');
    await person.type(field('Days to look back'), '14');
    await person.type(field('Fading per day (k)'), '0');
    await person.click(button('Run Analysis'));
    await waitFor(() => expect(server.started).toEqual([{ pairwise_decay_k: 0, analysis_start_date_days_delta: 14 }]));
    expect(field('Smallest group (videos)')).toHaveAccessibleDescription('ignored, default 2');
    expect(field('Days to look back')).toHaveAccessibleDescription('Older videos are left out.');
  });

  it('values between the steps of the browser are accepted', async () => {
    const server = serveTrends();
    const { person } = await openTrendSettings();
    await person.type(field('Strictness (eps)'), '0.0525{Enter}');
    await waitFor(() => expect(server.started).toEqual([{ dbscan_eps: 0.0525 }]));
  });

  it('an emptied field says nothing', async () => {
    serveTrends();
    const { person } = await openTrendSettings();
    await person.type(field('Days to look back'), '7');
    await person.clear(field('Days to look back'));
    expect(field('Days to look back')).toHaveAccessibleDescription('Older videos are left out.');
  });
});
