/** What calls need of somebody in a workspace, for screens that need not load their endpoints. A test compares them with the contract. */
import type { workspaceNeedOf } from '@leadloom/shared/contract/workspace-access';

/** An endpoint, or what one like it needs. */
export type Needs = Parameters<typeof workspaceNeedOf>[0];

export const changing = { access: 'session', method: 'POST' } as const;
export const exporting = { ...changing, right: 'export' } as const;
export const collecting = { ...changing, right: 'collect' } as const;
export const connecting = { ...changing, right: 'connect' } as const;
export const paying = { ...changing, role: 'owner' } as const;
