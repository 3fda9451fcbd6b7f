/**
 * The address that a link of a sheet stands for in a column of addresses. Pure.
 * @param isMailbox whether the column holds mailboxes instead of web addresses
 * @returns null: the link leads to something else
 */
export function linkAddress(address: string, isMailbox: boolean): string | null {
  const mailbox = /^mailto:([^?]+)/i.exec(address)?.[1];
  if (isMailbox) return mailbox ?? null;
  return /^(?:[a-z][a-z\d+.-]*:|#)/i.test(address) && !/^https?:/i.test(address) ? null : address;
}
