import type { ApiKeyRight } from '@leadloom/shared/contract/keys';

export const rightsLabels: Readonly<Record<ApiKeyRight, string>> = { read: 'Read', write: 'Read and write' };
