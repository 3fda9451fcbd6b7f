/** Operators of the console for tests: named in the settings, verified, and with a second factor shown in their session. */
import { createVerifiedAccount, type TestAccount } from './accounts.ts';
import { type Authenticator, switchOnSecondFactor } from './second-factor.ts';
import type { TestServer } from './test-server.ts';

export const OPERATOR_EMAILS = [
  'ada@operators.example',
  'bea@operators.example',
  'cleo@operators.example',
  'dora@operators.example',
] as const;

/** Settings for `startTestServer({ environment: operatorSettings })`. */
export const operatorSettings = { OPERATORS: OPERATOR_EMAILS.join(',') };

export interface TestOperator extends TestAccount {
  readonly authenticator: Authenticator;
}

/** @param email one of `OPERATOR_EMAILS`; each has one account */
export async function createOperator(server: TestServer, email: string = OPERATOR_EMAILS[0]): Promise<TestOperator> {
  const account = await createVerifiedAccount(server, email);
  return { ...account, authenticator: await switchOnSecondFactor(server, account) };
}
