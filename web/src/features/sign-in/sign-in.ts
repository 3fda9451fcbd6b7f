import { login } from '@leadloom/shared/contract/accounts';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';
import { session } from '../../lib/session/session.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in and keeps the tokens. Answers null, or the sentence to show. */
export async function signIn(credentials: Credentials): Promise<string | null> {
  try {
    const tokens = await call(login, { body: credentials });
    session.start({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
    return null;
  } catch (error) {
    return sentenceFor(error);
  }
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) return 'Bad username or password';
  if (error.status === 403) return 'Unauthorized';
  return error.message;
}
