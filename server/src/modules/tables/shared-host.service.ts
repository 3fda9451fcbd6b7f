/** Hosts as the keys of rows tell them apart, for other modules. */
import { isSharedHost } from './import/shared-hosts.ts';

/** Whether the host is that of one company or person: not of a network, a builder of sites, or a provider of mailboxes. */
export function isOwnHost(host: string): boolean {
  return !isSharedHost(host);
}
