/** Objects that live outside the screens, one of a kind for the account that is signed in. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { onAccountChange, useAccountKey } from '../../lib/session/session.ts';

interface Opened<Value> {
  readonly value: Value;
  /** Called once, when another account signs in or the page's cache is another one. */
  readonly close: () => void;
}

export interface PerAccount<Value> {
  /** The object of this account and cache, which is created when it is first needed; the one before it is closed. */
  readonly of: (accountKey: string, queryClient: QueryClient) => Value;
}

/** @param open `isCurrent` answers false once the object is closed: nothing may be sent in the account's name then */
export function perAccount<Value>(
  open: (accountKey: string, queryClient: QueryClient, isCurrent: () => boolean) => Opened<Value>,
): PerAccount<Value> {
  let current: (Opened<Value> & { readonly accountKey: string; readonly queryClient: QueryClient }) | null = null;

  function closeCurrent(): void {
    const closed = current;
    current = null;
    closed?.close();
  }

  onAccountChange(closeCurrent);

  return {
    of: (accountKey, queryClient) => {
      if (current?.accountKey === accountKey && current.queryClient === queryClient) return current.value;
      closeCurrent();
      const closed = new AbortController();
      const { value, close } = open(accountKey, queryClient, () => !closed.signal.aborted);
      const end = (): void => {
        closed.abort();
        close();
      };
      current = { value, close: end, accountKey, queryClient };
      return value;
    },
  };
}

export function useOfAccount<Value>(objects: PerAccount<Value>): Value {
  const queryClient = useQueryClient();
  return objects.of(useAccountKey() ?? 'nobody', queryClient);
}
