/** Failures on demand, in the API's own form. */
export const faultKinds = ['card declined', 'refused', 'server error', 'rate limited', 'bad key', 'silence'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Failure {
  readonly status: number;
  readonly error: { readonly type: string; readonly code?: string; readonly message: string };
}

/** `silence` never answers. */
export const failures: Readonly<Record<Exclude<FaultKind, 'silence'>, Failure>> = {
  'card declined': { status: 402, error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
  refused: {
    status: 400,
    error: { type: 'invalid_request_error', message: 'This customer has no active currency for this price.' },
  },
  'server error': { status: 500, error: { type: 'api_error', message: 'An unexpected error occurred.' } },
  'rate limited': { status: 429, error: { type: 'rate_limit_error', message: 'Too many requests hit the API too quickly.' } },
  'bad key': {
    status: 401,
    error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****ented' },
  },
};

export function missing(kind: string, id: string): Failure {
  return { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'` } };
}

export function refused(message: string, code?: string): Failure {
  return { status: 400, error: { type: 'invalid_request_error', message, ...(code === undefined ? {} : { code }) } };
}

export interface FaultRule {
  readonly kind: FaultKind;
  /** `POST /v1/checkout/sessions` and the like, from the beginning. */
  readonly call: RegExp;
  /** How often it strikes; for ever where absent. */
  readonly times?: number;
}

export interface FaultBook {
  add(rule: FaultRule): void;
  clear(): void;
  /** The fault of this call, if any; counts it. */
  take(call: string): FaultKind | null;
}

export function createFaultBook(): FaultBook {
  let rules: { rule: FaultRule; left: number }[] = [];
  return {
    add: (rule) => void rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    clear: () => {
      rules = [];
    },
    take: (call) => {
      const found = rules.find(({ rule, left }) => left > 0 && rule.call.test(call));
      if (found === undefined) return null;
      found.left -= 1;
      return found.rule.kind;
    },
  };
}
