/** Well-known providers of disposable mailboxes. Their addresses are refused, including subdomains. */
const list = `
0-mail.com 10minutemail.com 10minutemail.net 1secmail.com 1secmail.net 1secmail.org 20minutemail.com 33mail.com
anonbox.net burnermail.io cock.li discard.email discardmail.com dispostable.com dropmail.me emailfake.com
emailondeck.com emailtemporanea.com fake-mail.net fakeinbox.com fakemail.net fakemailgenerator.com getairmail.com
getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
guerrillamail.org guerrillamailblock.com harakirimail.com incognitomail.org inboxkitten.com jetable.org kasmail.com
mail-temp.com mail.tm mailcatch.com maildrop.cc mailexpire.com mailinator.com mailinator.net mailnesia.com
mailnull.com mailsac.com meltmail.com minutemail.io mintemail.com moakt.com mohmal.com mytemp.email mytrashmail.com
nada.email noclickemail.com owlymail.com sharklasers.com smailpro.com spam4.me spambog.com spambox.us spamex.com
spamgourmet.com spaml.de tempail.com tempinbox.com tempmail.com tempmail.net tempmail.plus tempmailo.com temp-mail.io
temp-mail.org tempr.email throwawaymail.com tmail.ws tmpmail.net tmpmail.org trash-mail.com trashmail.com trashmail.de
trashmail.net trbvm.com wegwerfmail.de wegwerfmail.net yopmail.com yopmail.fr yopmail.net zetmail.com
`;

const domains: ReadonlySet<string> = new Set(list.trim().split(/\s+/));

export function isDisposableDomain(domain: string): boolean {
  const labels = domain.split('.');
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
}
