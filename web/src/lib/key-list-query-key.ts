/** Under which the account's API keys are kept; what revokes them elsewhere asks for the list again. */
export const keyListQueryKey = ['api-keys'] as const;
