/** What a failure of a store means, in sentences for members. Nothing of its text is repeated but the name of the error. Pure. */
import { DestinationRefused } from '../../sources/http/destination-refused.ts';
import { describeConnectionFailure } from '../connection-failure.ts';
import { BusyDestination, RefusedByDestination } from '../connector.ts';
import { AnswerTooLong } from './bounded-handler.ts';

const BUSY_MILLISECONDS = 60_000;

/** Failures that no later try ends, by the name that S3 gives them. */
const lasting: Readonly<Record<string, string>> = {
  AccessDenied: 'The store denied access: the key may not do this in the bucket.',
  AllAccessDisabled: 'The store disabled all access to the bucket.',
  AccountProblem: 'The store has a problem with the account of the key.',
  InvalidAccessKeyId: 'The store does not know this access key.',
  SignatureDoesNotMatch: 'The secret access key is not right.',
  AuthorizationHeaderMalformed: 'The store expects another region.',
  IllegalLocationConstraintException: 'The store expects another region.',
  PermanentRedirect: 'The bucket is in another region, or at another address.',
  NoSuchBucket: 'There is no bucket of this name.',
  InvalidBucketName: 'The store takes no bucket of this name.',
};
const BUSY: ReadonlySet<string> = new Set(['SlowDown', 'ServiceUnavailable', 'RequestLimitExceeded', 'TooManyRequests']);

/** @param error of the library; its message may quote what the store answered @param endpoint the address that was asked */
export function explainFailure(error: unknown, endpoint: string): Error {
  if (error instanceof DestinationRefused)
    return new Error('The store has no public address. Check the endpoint.', { cause: error });
  if (error instanceof AnswerTooLong)
    return new Error('The store answered more than it should. Check the endpoint.', { cause: error });
  const { name, status } = nameOf(error);
  const known = lasting[name];
  if (known !== undefined) return new RefusedByDestination(known, { cause: error });
  if (status === 401 || status === 403) return new RefusedByDestination(lasting.AccessDenied, { cause: error });
  if (status !== null && status >= 300 && status < 400)
    return new RefusedByDestination('The store redirected; redirects are not followed.', { cause: error });
  if (BUSY.has(name) || status === 429 || status === 503)
    return new BusyDestination('The store asked for fewer requests.', new Date(Date.now() + BUSY_MILLISECONDS));
  if (status !== null) return new Error(`The store answered ${status} (${name}).`, { cause: error });
  const place = { who: 'The store', field: 'endpoint', host: new URL(endpoint).hostname };
  const said = describeConnectionFailure(error, place) ?? `The store could not be reached (${name}).`;
  return new Error(said, { cause: error });
}

function nameOf(error: unknown): { readonly name: string; readonly status: number | null } {
  if (!(error instanceof Error)) return { name: 'unknown error', status: null };
  const metadata = '$metadata' in error ? error.$metadata : null;
  const isAnswered = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata;
  const status = isAnswered && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return { name: code.replaceAll(/[^\w-]/g, '').slice(0, 60), status };
}
