import { describe, expect, it } from 'vitest';
import { billingDateAfter, nextStep, type SandboxState } from './sandbox-clock.ts';

const at = (text: string) => new Date(`${text}T10:00:00Z`);
const active: SandboxState = {
  status: 'active',
  startedAt: at('2025-01-31'),
  currentPeriodEnd: at('2025-02-28'),
  cancelAtPeriodEnd: false,
  isCardFailing: false,
  endedAt: null,
  owedSince: null,
};
/** Carries out everything that is due, in order. */
function live(start: SandboxState, until: Date) {
  const invoices = [];
  let state = start;
  for (let step = nextStep(state, until); step !== null; step = nextStep(state, until)) {
    if (step.invoice !== null) invoices.push(step.invoice);
    state = step.state;
  }
  return { state, invoices };
}

describe('the next billing date', () => {
  it.each([
    ['2025-01-31', '2025-01-31', '2025-02-28'],
    ['2025-01-31', '2025-02-28', '2025-03-31'],
    ['2024-01-31', '2024-01-31', '2024-02-29'],
    ['2025-12-15', '2025-12-15', '2026-01-15'],
    ['2025-03-30', '2026-02-28', '2026-03-30'],
  ])('the next billing date of a subscription of %s after %s is %s', (start, after, next) => {
    expect(billingDateAfter(at(start), at(after))).toEqual(at(next));
  });
});

describe('a subscription', () => {
  it('a subscription does nothing before it is due', () => {
    expect(nextStep(active, new Date(active.currentPeriodEnd.getTime() - 1))).toBeNull();
  });

  it('a subscription is renewed on each passed billing date, on the day of its start', () => {
    const { state, invoices } = live(active, at('2025-06-01'));
    expect(state).toEqual({ ...active, currentPeriodEnd: at('2025-06-30') });
    expect(invoices.map(({ periodStart }) => periodStart)).toEqual(
      ['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31'].map(at),
    );
    expect(invoices.every(({ paidAt, periodStart }) => paidAt?.getTime() === periodStart.getTime())).toBe(true);
  });

  it('a cancelled subscription ends with its period, without another invoice', () => {
    const { state, invoices } = live({ ...active, cancelAtPeriodEnd: true }, at('2025-06-01'));
    expect(state).toMatchObject({ status: 'canceled', endedAt: at('2025-02-28') });
    expect(invoices).toEqual([]);
  });

  it('a subscription is past due, then unpaid, then ended while its card fails, with one open invoice', () => {
    const failing = { ...active, isCardFailing: true };
    expect(live(failing, at('2025-03-06')).state).toMatchObject({ status: 'past_due', owedSince: at('2025-02-28') });
    expect(live(failing, at('2025-03-07')).state).toMatchObject({ status: 'unpaid' });
    const { state, invoices } = live(failing, at('2025-09-01'));
    expect(state).toMatchObject({ status: 'canceled', endedAt: at('2025-03-30'), owedSince: null });
    expect(invoices).toEqual([{ periodStart: at('2025-02-28'), periodEnd: at('2025-03-31'), paidAt: null }]);
  });

  it('an ended subscription never starts again', () => {
    expect(nextStep({ ...active, status: 'canceled' }, at('2030-01-01'))).toBeNull();
  });
});
