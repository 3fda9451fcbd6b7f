/** A value in addresses and views: what changed since the account's last visit to the table. */
export const LAST_VISIT = 'last-visit';
