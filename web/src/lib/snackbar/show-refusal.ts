import type { ApiError } from '../api-client/api-error.ts';
import { showSnackbar } from './snackbar-store.ts';

/** Shows why an action was refused that has no form that could say so. */
export function showRefusal({ message }: ApiError): true {
  showSnackbar('error', message);
  return true;
}
