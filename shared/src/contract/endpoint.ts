/**
 * The shape of one endpoint row. The server registers handlers against rows, the web client calls
 * rows, documentation is generated from rows; nothing else names a path or a payload.
 */
import type { z } from 'zod';
import type { ZodMiniObject, ZodMiniType } from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/**
 * Rows may be written with either build of zod. Those the sign-in screens call use the small one, a quarter
 * of the other's size in the browser; both build the same schemas and know `parse` and `safeParse`.
 */
type RowSchema = z.ZodType | ZodMiniType;
type RowObject = z.ZodObject | ZodMiniObject;

/**
 * Who may call: anybody; a signed-in account; one with a verified email; one with a running trial or
 * subscription; the operator's programs, by the token of their settings; operators in their console, by a session of an
 * account that is named in their settings, verified and has a second factor. To everybody else a console row does not exist.
 */
export type Access = 'public' | 'session' | 'verified' | 'subscribed' | 'operator' | 'console';

/**
 * How a call with an API key is charged: not at all, or one request of the month for each success. Calls in a
 * session never are.
 */
export type KeyAccess = 'free' | 'counted';

/** Whether a live key needs a running trial or a subscription: what is counted does, whatever its access in a session. */
export function needsPlan({ access, apiKey }: Pick<EndpointDefinition, 'access' | 'apiKey'>): boolean {
  return access === 'subscribed' || apiKey === 'counted';
}

export interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`, parameters in braces: `/linkedin/users/{user_id}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** The data API: an account of this access may call with an API key as well. Absent: a key opens nothing here. */
  readonly apiKey?: KeyAccess;
  /**
   * A session alone is not enough: its owner must have proved the password, and the second factor where there is one, a
   * short while ago, by signing in or by `POST /prove`. Asked for by AUTH.PROOF_NEEDED; for rows that no key opens.
   */
  readonly needsProof?: true;
  /** One line for the documentation. */
  readonly summary: string;
  readonly params?: RowObject;
  readonly query?: RowObject;
  readonly body?: RowObject;
  /** Largest body in bytes; 256 KiB where absent. */
  readonly bodyLimit?: number;
  /** Deepest nesting of objects and arrays in the body, checked before it is parsed; 32 where absent. */
  readonly bodyDepth?: number;
  /**
   * The body carries a document written elsewhere. Characters the database cannot store become U+FFFD in it,
   * where any other body that holds them is refused.
   */
  readonly foreignBody?: true;
  /** The handler reads the body's bytes itself (a signature covers them); `body` is absent then. */
  readonly rawBody?: true;
  /** The handler reads the body as a stream, of any type and up to `bodyLimit`; `body` is absent then. */
  readonly streamBody?: true;
  /**
   * A GET that changes or uses up something: a row, an amount of the month, what a network may be asked. By cookie it
   * is taken from our own pages alone, since any page of a neighbouring host can make a browser ask for an address;
   * and no HEAD is served beside it.
   */
  readonly hasEffect?: true;
  /** A file's path fits this one's parameter. Files have no HEAD, so this has none either: it would answer for the file. */
  readonly hasFileBeside?: true;
  readonly success: SuccessDefinition;
  /** Codes this endpoint throws on purpose, beyond the ones every endpoint may answer. */
  readonly errors: readonly ErrorCode[];
  /** Calls in a window for one address (public rows) or one account (the others). */
  readonly rateLimit?: { readonly max: number; readonly windowSeconds: number };
}

export type SuccessDefinition =
  | { readonly kind: 'json'; readonly status: 200 | 201 | 202; readonly body: RowSchema }
  | { readonly kind: 'empty'; readonly status: 204 }
  | { readonly kind: 'csv'; readonly status: 200; readonly fileName: string }
  /** A streamed download of another type. */
  | { readonly kind: 'file'; readonly status: 200; readonly contentType: string; readonly fileName: string }
  /** The handler answers where to. Only ever followed by a browser's navigation, never called by a screen. */
  | { readonly kind: 'redirect'; readonly status: 303 };

type Part<Row, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = Row extends {
  readonly [K in Key]: infer Schema extends z.core.$ZodType;
}
  ? { readonly [K in Key]: Side extends 'input' ? z.input<Schema> : z.output<Schema> }
  : unknown;

/** What a caller passes: exactly the parts the row names. */
export type EndpointInput<Row extends EndpointDefinition> = Part<Row, 'params', 'input'> &
  Part<Row, 'query', 'input'> &
  Part<Row, 'body', 'input'>;

/** What a handler receives: the same parts after validation. */
export type EndpointRequest<Row extends EndpointDefinition> = Part<Row, 'params', 'output'> &
  Part<Row, 'query', 'output'> &
  Part<Row, 'body', 'output'>;

/** What a caller gets back, and a handler returns. */
export type EndpointResult<Row extends EndpointDefinition> = Row['success'] extends {
  readonly kind: 'json';
  readonly body: infer Body extends z.core.$ZodType;
}
  ? z.output<Body>
  : Row['success'] extends { readonly kind: 'csv' | 'file' }
    ? Blob
    : undefined;

/** Keeps the literal types of a row while checking its shape. */
export function endpoint<const Row extends EndpointDefinition>(row: Row): Row {
  return row;
}

/** Fills `{name}` segments, percent-encoded. Throws when a parameter is missing. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '')
      throw new TypeError(`path parameter ${name} is missing in ${path}`);
    return encodeURIComponent(String(value));
  });
}
