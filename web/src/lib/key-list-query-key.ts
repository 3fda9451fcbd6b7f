/** The query key of the account's API keys; screens that revoke keys elsewhere invalidate it. */
export const keyListQueryKey = ['api-keys'] as const;
