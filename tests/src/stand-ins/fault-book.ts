/** The configured faults of a stand-in, the calls they are for, and how often each still occurs. */
export interface FaultRule {
  /** A pattern for the text of a call, such as `GET /v1/customers`, from the beginning. */
  readonly call: RegExp;
  /** How often it occurs; absent: every time. */
  readonly times?: number;
}

export interface FaultBook<Rule extends FaultRule> {
  add(rule: Rule): void;
  clear(): void;
  /** The rule for this call, counted as having occurred. */
  take(call: string): Rule | null;
}

export function createFaultBook<Rule extends FaultRule>(): FaultBook<Rule> {
  let entries: { readonly rule: Rule; left: number }[] = [];
  return {
    add: (rule) => void entries.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    clear: () => {
      entries = [];
    },
    take: (call) => {
      const found = entries.find(({ rule, left }) => left > 0 && rule.call.test(call));
      if (found === undefined) return null;
      found.left -= 1;
      return found.rule;
    },
  };
}
