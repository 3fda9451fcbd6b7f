import { saveTrendSettings } from '@leadloom/shared/contract/trends';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { button, loadTrendsScreen, openTrendSettings, openTrends, serveTrends } from '../testing/trends.fixture.ts';
import { localHours } from './schedule-fields.tsx';

beforeAll(loadTrendsScreen);

const eps = () => screen.getByRole('spinbutton', { name: 'Strictness (eps)' });
const often = () => screen.getByRole('combobox', { name: 'How often' });
const hour = () => screen.getByRole('combobox', { name: 'At (your time)' });

describe('saved settings of analyses', () => {
  it('the settings are behind a button, and the line above them says when the next run is', async () => {
    const server = serveTrends();
    server.settings = { parameters: {}, schedule: 'daily', hour: 4, next_run_at: '2099-01-02T04:00:00.000Z' };
    const { person } = await openTrends();
    expect(await screen.findByText(/^Similar videos .* Next run: .*2099/)).toBeVisible();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    await person.click(button('Settings'));
    expect(button('Settings')).toHaveAttribute('aria-expanded', 'true');
    expect(eps()).toBeVisible();
    await person.click(button('Settings'));
    expect(screen.queryByRole('spinbutton')).toBeNull();
  });

  it('saved settings fill the form', async () => {
    const server = serveTrends();
    server.settings = { parameters: { dbscan_eps: 0.2 }, schedule: 'weekly', hour: 22, next_run_at: '2099-01-02T22:00:00.000Z' };
    await openTrendSettings();
    await waitFor(() => expect(eps()).toHaveValue(0.2));
    expect(often()).toHaveValue('weekly');
    expect(hour()).toHaveValue('22');
    expect(screen.getByText(/^Uses the saved values\. Next run: .*2099/)).toBeVisible();
  });

  it('settings are saved with the schedule, without invalid values', async () => {
    const server = serveTrends();
    const { person } = await openTrendSettings();
    await waitFor(() => expect(often()).toBeEnabled());
    expect(hour()).toBeDisabled();
    await person.type(eps(), '0.1');
    await person.type(screen.getByRole('spinbutton', { name: 'Days to look back' }), '0');
    await person.selectOptions(often(), 'Every day');
    await person.selectOptions(hour(), '7');
    await person.click(button('Save as my settings'));
    expect(await screen.findByText('Saved. The form will start with these values.')).toBeVisible();
    expect(server.saved).toEqual([{ parameters: { dbscan_eps: 0.1 }, schedule: 'daily', hour: 7 }]);
    expect(screen.getByText(/^Uses the saved values\. Next run: /)).toBeVisible();
    await person.type(eps(), '5');
    expect(screen.queryByText(/^Saved\./)).toBeNull();
    await person.selectOptions(often(), 'Off');
    await person.click(button('Save as my settings'));
    expect(await screen.findByText('Uses the values above once you save them. No run is scheduled.')).toBeVisible();
    expect(server.saved.at(-1)?.schedule).toBe('off');
  });

  it('saved settings fill all fields except those already edited, and nothing is saved until they arrive', async () => {
    const release = Promise.withResolvers<void>();
    const server = serveTrends();
    const parameters = { dbscan_eps: 0.4, analysis_start_date_days_delta: 60 };
    apiServer.use(
      http.get('/api/v1/tiktok/trends/settings', async () => {
        await release.promise;
        return HttpResponse.json({ parameters, schedule: 'daily', hour: 4, next_run_at: '2099-01-02T04:00:00.000Z' });
      }),
    );
    const { person } = await openTrendSettings();
    await person.type(eps(), '0.1');
    expect(screen.getByText('Your saved settings have not loaded yet. You can save new ones once they have.')).toBeVisible();
    expect(button('Save as my settings')).toBeDisabled();
    expect(often()).toBeDisabled();
    release.resolve();
    await waitFor(() => expect(often()).toHaveValue('daily'));
    expect(hour()).toHaveValue('4');
    expect(eps()).toHaveValue(0.1);
    expect(screen.getByRole('spinbutton', { name: 'Days to look back' })).toHaveValue(60);
    await person.click(button('Save as my settings'));
    await screen.findByText('Saved. The form will start with these values.');
    expect(server.saved).toEqual([{ parameters: { ...parameters, dbscan_eps: 0.1 }, schedule: 'daily', hour: 4 }]);
  });

  it('settings stay in the form if saving fails', async () => {
    serveTrends();
    apiServer.use(
      answer(saveTrendSettings, () => {
        throw refuse('RATE.LIMITED', 'Please wait a minute.');
      }),
    );
    const { person } = await openTrendSettings();
    await person.type(eps(), '0.1');
    await waitFor(() => expect(button('Save as my settings')).toBeEnabled());
    await person.click(button('Save as my settings'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please wait a minute.');
    expect(eps()).toHaveValue(0.1);
    expect(button('Save as my settings')).toBeEnabled();
  });

  it('if settings cannot be loaded the form still works, and they are not overwritten', async () => {
    const server = serveTrends();
    server.settings = { parameters: { dbscan_eps: 0.2 }, schedule: 'daily', hour: 22, next_run_at: '2099-01-02T22:00:00.000Z' };
    let isBroken = true;
    apiServer.use(
      http.get('/api/v1/tiktok/trends/settings', () =>
        isBroken ? HttpResponse.json({ msg: 'Please wait.' }, { status: 429 }) : undefined,
      ),
    );
    const { person } = await openTrends();
    expect(await screen.findByText('Your saved settings could not be loaded. Please wait.')).toBeVisible();
    await person.click(button('Run Analysis'));
    await waitFor(() => expect(server.started).toHaveLength(1));
    expect(button('Save as my settings')).toBeDisabled();
    isBroken = false;
    await person.click(button('Try again'));
    await waitFor(() => expect(often()).toHaveValue('daily'));
    expect(eps()).toHaveValue(0.2);
    expect(button('Save as my settings')).toBeEnabled();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });
});

describe('hours of the day', () => {
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
  const at = (hours: number, minutes = 0) => time.format(new Date(2000, 0, 15, hours, minutes));

  it('hours are in local order, each with its hour in UTC', () => {
    const oslo = localHours(-60);
    expect(oslo.slice(0, 2)).toEqual([
      { utcHour: 23, label: at(0) },
      { utcHour: 0, label: at(1) },
    ]);
    expect(new Set(oslo.map(({ utcHour }) => utcHour)).size).toBe(24);
  });

  it('local hours may lie between full hours of UTC', () => {
    expect(localHours(-330)[0]).toEqual({ utcHour: 19, label: at(0, 30) });
    expect(localHours(210).find(({ utcHour }) => utcHour === 0)?.label).toBe(at(20, 30));
  });
});
