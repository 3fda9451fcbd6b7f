/**
 * The API for one page: every endpoint succeeds, except the one with a fault. Counts requests, and can hold responses back,
 * so that a second press meets a pending request.
 */
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type EndpointName, endpoints } from '@leadloom/shared/contract/endpoints';
import { type ErrorCode, errorDefinitions } from '@leadloom/shared/contract/errors';
import type { Route } from '@playwright/test';
import { type Fault, sendProblem } from './fault.ts';
import type { FaultServer } from './fault-server.ts';

type Row<Name extends EndpointName> = (typeof endpoints)[Name];
/** A value for JSON rows, text for files. */
type Healthy<Name extends EndpointName> =
  Row<Name>['success'] extends Readonly<{ kind: 'csv' | 'file' }> ? string : EndpointResult<Row<Name>>;
export type Answers = { readonly [Name in EndpointName]?: (request: StubRequest) => Healthy<Name> };

export interface StubRequest {
  /** The parsed body, or null without one. */
  readonly body: unknown;
}

/** What an answer throws that is a refusal. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  /** @param text what people read, where it is not the code's own */
  constructor(code: ErrorCode, text: string = errorDefinitions[code].text) {
    super(text);
    this.code = code;
  }
}

export interface ApiStub {
  readonly handle: (route: Route) => Promise<void>;
  /** Counts the endpoint's requests from now on. */
  readonly arm: (row: EndpointName, fault: Fault) => void;
  readonly lift: () => void;
  /** From now on the requests of the faulty endpoint wait for `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  /** The number of requests to an endpoint. */
  readonly arrivals: (row: EndpointName) => number;
  /** The number of them that succeeded. */
  readonly served: (row: EndpointName) => number;
  /** Requests no answer was prepared for. */
  readonly strangers: readonly string[];
}

/** @param answers those of now, which may be others later */
export function createApiStub(answers: () => Answers, faultServer: FaultServer): ApiStub {
  const counts = new Map<EndpointName, number>();
  const served = new Map<EndpointName, number>();
  const strangers: string[] = [];
  let armed: { readonly row: EndpointName; readonly fault: Fault } | null = null;
  let gate = Promise.withResolvers<void>();
  gate.resolve();

  async function respond(route: Route, name: EndpointName): Promise<void> {
    if (armed?.row === name) {
      await gate.promise;
      // A fault that was removed while the request waited does not apply to it.
      const answer = armed?.fault.answer;
      if (answer) return answer(route, endpoints[name], faultServer);
    }
    await sendHealthy(route, name);
  }

  async function sendHealthy(route: Route, name: EndpointName): Promise<void> {
    const { success } = endpoints[name];
    const respondWith = answers()[name];
    if (respondWith === undefined) {
      strangers.push(`${route.request().method()} ${route.request().url()}`);
      return route.abort();
    }
    try {
      const value = respondWith({ body: route.request().postDataJSON() });
      served.set(name, (served.get(name) ?? 0) + 1);
      if (success.kind === 'empty') return await route.fulfill({ status: success.status });
      if (typeof value === 'string')
        return await route.fulfill({
          status: success.status,
          contentType: success.kind === 'file' ? success.contentType : 'text/csv; charset=utf-8',
          body: value,
        });
      await route.fulfill({ status: success.status, json: value });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sendProblem(route, error.code, error.message);
    }
  }

  return {
    handle: async (route) => {
      const name = rowOf(route.request().method(), new URL(route.request().url()).pathname);
      if (name === null) {
        strangers.push(`${route.request().method()} ${route.request().url()}`);
        return route.abort();
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await respond(route, name);
    },
    arm: (row, fault) => {
      counts.delete(row);
      armed = { row, fault };
    },
    lift: () => {
      armed = null;
    },
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    release: () => gate.resolve(),
    arrivals: (row) => counts.get(row) ?? 0,
    served: (row) => served.get(row) ?? 0,
    strangers,
  };
}

/** Endpoints without parameters first: `/linkedin/users/export` is no user. */
const table = Object.keys(endpoints)
  .filter((name): name is EndpointName => name in endpoints)
  .map((name) => ({ name, ...endpoints[name] }))
  .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
  .map(({ name, method, path }) => ({ name, method, pattern: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));

function rowOf(method: string, pathname: string): EndpointName | null {
  return table.find((row) => row.method === method && row.pattern.test(pathname))?.name ?? null;
}
