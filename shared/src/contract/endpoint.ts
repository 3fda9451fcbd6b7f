/**
 * The shape of one endpoint definition. The server registers handlers against definitions, the web client calls them,
 * and the documentation is generated from them; nothing else names a path or a payload.
 */
import type { z } from 'zod';
import type { ZodMiniDiscriminatedUnion, ZodMiniObject, ZodMiniType } from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import type { StorageLimit } from './storage-limit.ts';
import type { WorkspaceRight, WorkspaceRole } from './workspace-roles.ts';

/**
 * Definitions may use either build of zod. Those the sign-in screens call use the small build, a quarter of the size in
 * the browser. Both build the same schemas and have `parse` and `safeParse`.
 */
type EndpointSchema = z.ZodType | ZodMiniType;
type EndpointObjectSchema = z.ZodObject | ZodMiniObject;

/**
 * Who may call an endpoint:
 * - `public`: anybody.
 * - `session`: a signed-in account.
 * - `verified`: one with a verified email.
 * - `subscribed`: one with an active trial or subscription.
 * - `operator`: the operator's programs, by the token in the settings.
 * - `console`: operators in the app, by a session of an account that is named in the settings, verified, and has a
 *   second factor, shown in the last twelve hours (AUTH.PROOF_NEEDED otherwise). For everybody else these endpoints do
 *   not exist.
 */
export type Access = 'public' | 'session' | 'verified' | 'subscribed' | 'operator' | 'console';

/**
 * How a call with an API key is charged: not at all, or one request of the month per success. Calls in a session are
 * never charged.
 */
export type KeyAccess = 'free' | 'counted';

/**
 * Whether a live key needs an active trial or subscription. Counted endpoints always need one, whatever access they
 * require in a session.
 */
export function needsPlan({ access, apiKey }: Pick<EndpointDefinition, 'access' | 'apiKey'>): boolean {
  return access === 'subscribed' || apiKey === 'counted';
}

/**
 * Whether an answer to a key carries an entity tag, so that asking again for the same is free. A call that changes something
 * has none: it must never be taken for known before it is served.
 */
export function hasEntityTag({
  apiKey,
  keyRight,
  success,
}: Pick<EndpointDefinition, 'apiKey' | 'keyRight' | 'success'>): boolean {
  return apiKey === 'counted' && keyRight === undefined && success.kind === 'json';
}

/**
 * How many calls of one account run at once. Further ones wait for their turn, and too many are refused.
 * - `change`: one of all calls that may change something of the account.
 * - `read`: a few of all calls that only read.
 * - `own`: two calls of this endpoint, whatever else the account does, because a call may take long: it waits for another
 *   server, or sends a file.
 * - `none`: any number. The call has limits of its own, or uses nothing that accounts share.
 *
 * Calls of a public endpoint have no account: those of one address take turns at each endpoint, unless it says `none`.
 */
export type Turn = 'change' | 'read' | 'own' | 'none';

export interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api/v1`, parameters in braces: `/linkedin/users/{user_id}`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /**
   * Whose it is. `account`: the caller's own, such as their password or their layouts, whatever workspace the call is in.
   * Absent: the workspace's.
   */
  readonly belongsTo?: 'account';
  /** The lowest role in the workspace that may call; by default `viewer` for a plain GET and where a right decides, else `member`. */
  readonly role?: WorkspaceRole;
  /** The right that the caller must have in the workspace. */
  readonly right?: WorkspaceRight;
  /** Accounts with this access may also call with an API key (the data API). Absent: the endpoint accepts no key. */
  readonly apiKey?: KeyAccess;
  /**
   * `write`: a key needs this right (KEY.RIGHT_MISSING), because the call changes something. Every endpoint with `apiKey` that
   * is not a plain reading says so.
   */
  readonly keyRight?: 'write';
  /**
   * For counted endpoints whose body lists `rows`: one request is counted for each group of this many rows, the last one
   * included.
   */
  readonly rowsPerRequest?: number;
  /**
   * A session alone is not enough: its owner must recently have proved the password, and the second factor if it is on,
   * by signing in or by `POST /prove`. Without a proof the response is AUTH.PROOF_NEEDED. A key that may write was created
   * with such a proof, and needs no other.
   */
  readonly needsProof?: true;
  /**
   * Whether a call can make what the account stores grow: it is refused with STORAGE.FULL while the account's storage is
   * full. Every endpoint but a plain GET decides; whatever deletes, signs in or out, protects the account or pays is false,
   * and so is what can only fill a place of fixed size.
   */
  readonly stores?: boolean;
  /** One line for the documentation. */
  readonly summary: string;
  readonly params?: EndpointObjectSchema;
  readonly query?: EndpointObjectSchema;
  readonly body?: EndpointObjectSchema | ZodMiniDiscriminatedUnion;
  /** Largest body in bytes; by default 256 KiB. */
  readonly bodyLimit?: number;
  /** Deepest nesting of objects and arrays in the body, checked before parsing; by default 32. */
  readonly bodyDepth?: number;
  /**
   * Members of the body, or of its `content`, that carry documents from elsewhere. Characters the database cannot store are
   * replaced with U+FFFD in such a body; any other body that contains them is refused. Large ones are read in a thread.
   */
  readonly documents?: readonly string[];
  /** The handler reads the body's bytes itself (a signature covers them); `body` is absent then. */
  readonly rawBody?: true;
  /** The handler reads the body as a stream, of any type and up to `bodyLimit`; `body` is absent then. */
  readonly streamBody?: true;
  /**
   * A GET that changes or uses up something, such as a row, part of a monthly limit or a network's request limit. With
   * a cookie it is accepted only from our own pages, because any page of a neighbouring host can make a browser request
   * an address. It has no HEAD.
   */
  readonly hasEffect?: true;
  /**
   * The turn; by default `none` with `streamBody`, whose body may take minutes, and for the operator's programs; `read` for
   * a GET without `hasEffect`; otherwise `change`.
   */
  readonly turn?: Turn;
  /**
   * The path of a download also matches this endpoint's parameter. Downloads have no HEAD, so this endpoint has none
   * either; it would answer for the download.
   */
  readonly hasDownloadSibling?: true;
  readonly success: SuccessDefinition;
  /** Error codes this endpoint throws on purpose, in addition to those every endpoint may answer. */
  readonly errors: readonly ErrorCode[];
  /**
   * The things that calls add to the account, with the limit of each. Everything that an account without a verified email
   * can store is named here.
   */
  readonly storageLimits?: readonly [StorageLimit, ...StorageLimit[]];
  /** Calls per window, per address (public endpoints) or per account (all others). */
  readonly rateLimit?: { readonly max: number; readonly windowSeconds: number };
}

export type SuccessDefinition =
  | { readonly kind: 'json'; readonly status: 200 | 201 | 202; readonly body: EndpointSchema }
  | { readonly kind: 'empty'; readonly status: 204 }
  /**
   * Rows as a file: of CSV, or an Excel workbook where the call says `format: 'xlsx'` (in its query, or else in its body).
   * `fileName` is that of CSV.
   */
  | { readonly kind: 'csv'; readonly status: 200; readonly fileName: string }
  /** A streamed download of another media type. */
  | { readonly kind: 'file'; readonly status: 200; readonly contentType: string; readonly fileName: string }
  /** The handler returns the target. Only a browser's navigation follows it; no screen calls it. */
  | { readonly kind: 'redirect'; readonly status: 303 };

type Part<Definition, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = Definition extends {
  readonly [K in Key]: infer Schema extends z.core.$ZodType;
}
  ? { readonly [K in Key]: Side extends 'input' ? z.input<Schema> : z.output<Schema> }
  : unknown;

/** The arguments of a caller: exactly the parts the definition names. */
export type EndpointInput<Definition extends EndpointDefinition> = Part<Definition, 'params', 'input'> &
  Part<Definition, 'query', 'input'> &
  Part<Definition, 'body', 'input'>;

/** The arguments of a handler: the same parts after validation. */
export type EndpointRequest<Definition extends EndpointDefinition> = Part<Definition, 'params', 'output'> &
  Part<Definition, 'query', 'output'> &
  Part<Definition, 'body', 'output'>;

/** The result that a caller gets, and a handler returns. */
export type EndpointResult<Definition extends EndpointDefinition> = Definition['success'] extends {
  readonly kind: 'json';
  readonly body: infer Body extends z.core.$ZodType;
}
  ? z.output<Body>
  : Definition['success'] extends { readonly kind: 'csv' | 'file' }
    ? Blob
    : undefined;

/** Keeps the literal types of a definition while checking its shape. */
export function endpoint<const Definition extends EndpointDefinition>(definition: Definition): Definition {
  return definition;
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
