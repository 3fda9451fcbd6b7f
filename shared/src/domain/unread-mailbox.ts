/** Mailboxes by whose name nobody reads them. Publishers of open sources refuse or block callers who give one as their contact. */
const unread =
  /^(?:(?:no|do[-_.]?not|dont|never)[-_.]?(?:reply|response|answer|mail|email|contact)s?|mailer[-_.]?daemon|bounces?|null|devnull|nobody|none|blackhole)(?:[-_.+\d].*)?$/i;

/** @param email in the form of a mail address */
export function isUnreadMailbox(email: string): boolean {
  return unread.test(email.slice(0, email.lastIndexOf('@')).trim());
}
