/** The problems of a case, and the sums over many cases. */
export const failings = ['uncaught', 'wrongText', 'failedRetry', 'doubleSubmit'] as const;
export type Failing = (typeof failings)[number];

/** One sentence for each problem. */
export type Verdict = Readonly<Record<Failing, readonly string[]>>;

export type Complain = (failing: Failing, text: string) => void;

const titles: Readonly<Record<Failing, string>> = {
  uncaught: 'uncaught errors',
  wrongText: 'wrong texts',
  failedRetry: 'failed retries',
  doubleSubmit: 'double submits',
};

export function complaintsOf(verdict: Verdict): readonly string[] {
  return failings.flatMap((failing) => verdict[failing].map((text) => `${titles[failing]}: ${text}`));
}

/** "40 cases, 0 uncaught errors, …" */
export function countVerdicts(verdicts: readonly Verdict[]): string {
  const sums = failings.map((failing) => {
    const sum = verdicts.reduce((total, verdict) => total + verdict[failing].length, 0);
    return `${sum} ${titles[failing]}`;
  });
  return [`${verdicts.length} cases`, ...sums].join(', ');
}
