/**
 * The cases of the access matrix and the endpoints of each, derived from the contract. The matrix records every call; an
 * endpoint that is missing from a case fails it.
 */
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';

export type NamedEndpoint = readonly [name: string, endpoint: EndpointDefinition];

const isGuarded = ({ access }: EndpointDefinition): boolean => access !== 'public';

export const accessCases = {
  'without a session': isGuarded,
  'with an unverified email': isGuarded,
  'without a plan': isGuarded,
  'as another account': isGuarded,
  'as anybody': ({ access }: EndpointDefinition) => access === 'public',
  'as no operator': ({ access }: EndpointDefinition) => access === 'console',
  'with a key that is accepted': ({ apiKey }: EndpointDefinition) => apiKey !== undefined,
  'with a key that only reads': ({ keyRight }: EndpointDefinition) => keyRight === 'write',
  'with a key that is refused': (endpoint: EndpointDefinition) => isGuarded(endpoint) && endpoint.apiKey === undefined,
} as const;

export type AccessCase = keyof typeof accessCases;
export const accessCaseNames = Object.keys(accessCases).filter((name): name is AccessCase => name in accessCases);

/** The endpoints that a case must call. */
export function endpointsOf(name: AccessCase, all: readonly NamedEndpoint[]): readonly NamedEndpoint[] {
  return all.filter(([, endpoint]) => accessCases[name](endpoint));
}

/** The calls of a run of the matrix. */
export class AccessCoverage {
  readonly #called = new Set<string>();

  note(name: AccessCase, endpoint: string): void {
    this.#called.add(describeCall(name, endpoint));
  }

  /** One line for each case of an endpoint that was not called, and for each endpoint without a case. */
  missing(all: readonly NamedEndpoint[]): readonly string[] {
    const withoutCase = all.filter(([, endpoint]) => !accessCaseNames.some((name) => accessCases[name](endpoint)));
    const notCalled = accessCaseNames.flatMap((name) =>
      endpointsOf(name, all)
        .map(([endpoint]) => describeCall(name, endpoint))
        .filter((call) => !this.#called.has(call)),
    );
    return [...withoutCase.map(([endpoint]) => `${endpoint} in no case`), ...notCalled];
  }
}

function describeCall(name: AccessCase, endpoint: string): string {
  return `${endpoint} ${name}`;
}
