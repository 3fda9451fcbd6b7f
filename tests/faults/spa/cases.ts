/** Every screen × every call it makes × every fault, and a sample with every fault that a seed chooses. */
import { seededNumbers } from '@leadloom/server/trends/testing/seeded-numbers';
import { endpoints } from '@leadloom/shared/contract/endpoints';
import { accountScreens, profileScreens } from '../screens/account-settings.ts';
import { collectedScreens } from '../screens/collected.ts';
import { collectorScreen } from '../screens/collector.ts';
import { dashboardScreens } from '../screens/dashboard.ts';
import { keyScreens } from '../screens/keys.ts';
import { codeScreens } from '../screens/mailed-codes.ts';
import { invoiceScreens, paymentScreens } from '../screens/payment.ts';
import { signInScreens } from '../screens/sign-in.ts';
import { trackingScreens } from '../screens/tracking.ts';
import { type Fault, faults, REFUSED_FOR_GOOD } from './fault.ts';
import type { Screen, ScreenCall } from './screen.ts';

/** Every screen of the app, with every call it makes. Add new screens here. */
const screens: readonly Screen[] = [
  ...signInScreens,
  ...codeScreens,
  ...dashboardScreens,
  ...paymentScreens,
  ...profileScreens,
  ...keyScreens,
  ...invoiceScreens,
  ...accountScreens,
  ...collectedScreens,
  ...trackingScreens,
  collectorScreen,
];

export interface Case {
  readonly name: string;
  readonly screen: Screen;
  readonly call: ScreenCall;
  readonly fault: Fault;
}

export const cases: readonly Case[] = screens.flatMap((screen) =>
  screen.calls.flatMap((call) =>
    faults.filter((fault) => canMeet(call, fault)).map((fault) => ({ name: nameOf(screen, call, fault), screen, call, fault })),
  ),
);

/** Endless refusals belong to calls with a token, and are noticed only where a failure is shown. */
function canMeet({ row, shows }: ScreenCall, fault: Fault): boolean {
  return fault !== REFUSED_FOR_GOOD || (endpoints[row].access !== 'public' && shows !== null);
}

function nameOf(screen: Screen, { row, note, action }: ScreenCall, fault: Fault): string {
  const { method, path } = endpoints[row];
  const notes = [action === undefined ? 'when opened' : 'when pressed', ...(note === undefined ? [] : [note])];
  return `${screen.name} › ${method} ${path} (${notes.join(', ')}) › ${fault.name}`;
}

/**
 * Cases with one fault each, on as many screens as there are cases where it can be. The same seed chooses the same cases.
 * @param count at most; no fault is in two of them
 */
export function sampleCases(seed: number, count: number): readonly Case[] {
  const random = seededNumbers(seed);
  const inAnyOrder = cases
    .map((each) => ({ each, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ each }) => each);
  const sample: Case[] = [];
  const anyFaults = faults
    .map((fault) => ({ fault, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count);
  for (const { fault } of anyFaults) {
    const possible = inAnyOrder.filter((each) => each.fault === fault);
    const chosen = possible.find((each) => sample.every(({ screen }) => screen !== each.screen)) ?? possible[0];
    if (chosen === undefined) throw new Error(`no screen meets the fault ${fault.name}`);
    sample.push(chosen);
  }
  return sample;
}
