import type { ApiError, ApiErrorCode } from './api-client/api-error.ts';

/** The sentence of a failure, if it is about one field; the field is named by the codes it may be refused with. */
export function fieldFailure(failure: ApiError | null, codes: readonly ApiErrorCode[]): string | null {
  return failure !== null && codes.includes(failure.code) ? failure.message : null;
}

/** The sentence of a failure no field shows. */
export function formFailure(failure: ApiError | null, fieldCodes: readonly ApiErrorCode[]): string | null {
  return failure !== null && !fieldCodes.includes(failure.code) ? failure.message : null;
}
