import type { WorkspaceId } from './workspace.ts';

/**
 * An address of the app that opens in a workspace.
 * @param sharedId null: the reader's own, in which addresses open without being told
 */
export function addressIn(address: string, sharedId: WorkspaceId | null): string {
  return sharedId === null ? address : `${address}${address.includes('?') ? '&' : '?'}workspace=${sharedId}`;
}
