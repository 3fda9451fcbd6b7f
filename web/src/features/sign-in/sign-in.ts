import { login } from '@leadloom/shared/contract/accounts';
import type { EndpointInput } from '@leadloom/shared/contract/endpoint';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { session } from '../../lib/session/session.ts';

type Credentials = EndpointInput<typeof login>['body'];

export type SignInOutcome =
  | { readonly kind: 'signed-in' }
  /** Email and password are right; the account asks for its second factor too. */
  | { readonly kind: 'code-required'; readonly sentence: string }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Signs in and keeps the tokens. */
export async function signIn(credentials: Credentials): Promise<SignInOutcome> {
  try {
    const tokens = await call(login, { body: credentials });
    session.start({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
    return { kind: 'signed-in' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const kind = error.code === 'TWO_FACTOR.CODE_REQUIRED' ? 'code-required' : 'refused';
    return { kind, sentence: sentenceFor(error) };
  }
}

function sentenceFor({ code, status, message }: ApiError): string {
  if (code === 'TWO_FACTOR.CODE_REQUIRED' || code === 'TWO_FACTOR.CODE_WRONG') return message;
  if (status === 401) return 'Bad username or password';
  if (status === 403) return 'Unauthorized';
  return message;
}
