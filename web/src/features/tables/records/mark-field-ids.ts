/** Ids of the fields for what an account keeps about a record, so that keys and actions lead to them. */
import type { TableName } from '@leadloom/shared/tables/tables';

export const tagsFieldId = (name: TableName, id: number): string => `record-tags-${name}-${id}`;
export const noteFieldId = (name: TableName, id: number): string => `record-note-${name}-${id}`;
/** The id of what stands in their place where they could not be loaded. */
export const failureId = (name: TableName, id: number): string => `record-failure-${name}-${id}`;
