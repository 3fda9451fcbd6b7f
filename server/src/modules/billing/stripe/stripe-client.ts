/**
 * The client of Stripe's API, and the conversion of its errors. The library is loaded on first use, because
 * loading takes long.
 */
import type Stripe from 'stripe';
import type { StripeSettings } from '../../../config.ts';
import { AppError } from '../../../http/app-error.ts';

/** The version is pinned, because fields move between versions. The library's types match only this one. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MILLISECONDS = 20_000;

export interface StripeClientOptions {
  readonly timeoutMilliseconds?: number;
}

export type StripeClient = () => Promise<Stripe>;

export function createStripeClient({ secretKey, apiUrl }: StripeSettings, options: StripeClientOptions = {}): StripeClient {
  let client: Promise<Stripe> | null = null;
  return () => {
    client ??= import('stripe').then(
      ({ default: StripeApi }) =>
        new StripeApi(secretKey, {
          apiVersion: API_VERSION,
          timeout: options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
          maxNetworkRetries: 1,
          telemetry: false,
          ...(apiUrl === null ? {} : addressOf(apiUrl)),
        }),
    );
    return client;
  };
}

function addressOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isHttps = protocol === 'https:';
  return { host: hostname, port: port === '' ? (isHttps ? '443' : '80') : port, protocol: isHttps ? 'https' : 'http' };
}

/**
 * If a request was refused, Stripe's message is for the buyer. Messages about keys and connections are for the
 * log.
 */
const SHOWN_ERROR_TYPES: ReadonlySet<string> = new Set(['StripeCardError', 'StripeInvalidRequestError']);

/** Runs one call. @throws {AppError} BILLING.PROVIDER_FAILED */
export async function withProviderErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw providerFailure(error);
  }
}

/** The same, with null for an object Stripe does not have. @throws {AppError} BILLING.PROVIDER_FAILED */
export async function unlessMissing<Result>(call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) return null;
    throw providerFailure(error);
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'resource_missing';
}

/** Whether Stripe understood the request and would refuse it again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
}

export function providerFailure(cause: unknown): AppError {
  const isShown = cause instanceof Error && 'type' in cause && SHOWN_ERROR_TYPES.has(String(cause.type));
  return new AppError('BILLING.PROVIDER_FAILED', isShown ? { message: cause.message, cause } : { cause });
}
