import type { ApiError } from '../api-client/api-error.ts';
import { showSnackbar } from './snackbar-store.ts';

/** For actions without a form that could show why they were refused. */
export function showRefusal({ message }: ApiError): true {
  showSnackbar('error', message);
  return true;
}
