/** The account's sign-ins at the provider, which several places load. */
export const oidcLinksQueryKey = ['oidc-links'] as const;
