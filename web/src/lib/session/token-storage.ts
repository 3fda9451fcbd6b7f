/**
 * The pair of tokens in the browser's storage, shared by every tab. Where storage is refused (private
 * modes, blocked site data) the pair lives in memory, so that one tab still works until it is closed.
 */
export const ACCESS_TOKEN_KEY = 'accessToken';
export const REFRESH_TOKEN_KEY = 'refreshToken';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface TokenStorage {
  read(): TokenPair | null;
  write(pair: TokenPair): void;
  clear(): void;
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function createTokenStorage(storage: KeyValueStorage): TokenStorage {
  let memory: TokenPair | null = null;
  let isRefused = false;

  function attempt<Value>(action: () => Value, otherwise: () => Value): Value {
    if (isRefused) return otherwise();
    try {
      return action();
    } catch {
      isRefused = true;
      return otherwise();
    }
  }

  return {
    read: () =>
      attempt(
        () => {
          const accessToken = storage.getItem(ACCESS_TOKEN_KEY) ?? '';
          const refreshToken = storage.getItem(REFRESH_TOKEN_KEY) ?? '';
          return accessToken === '' && refreshToken === '' ? null : { accessToken, refreshToken };
        },
        () => memory,
      ),
    write: (pair) => {
      memory = pair;
      attempt(
        () => {
          // The refresh token first: whoever sees the new access token also sees the refresh token it came with.
          storage.setItem(REFRESH_TOKEN_KEY, pair.refreshToken);
          storage.setItem(ACCESS_TOKEN_KEY, pair.accessToken);
        },
        () => undefined,
      );
    },
    clear: () => {
      memory = null;
      attempt(
        () => {
          storage.removeItem(ACCESS_TOKEN_KEY);
          storage.removeItem(REFRESH_TOKEN_KEY);
        },
        () => undefined,
      );
    },
  };
}
