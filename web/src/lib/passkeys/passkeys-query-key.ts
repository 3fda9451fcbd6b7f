/** The account's passkeys, which several places load. */
export const passkeysQueryKey = ['passkeys'] as const;
