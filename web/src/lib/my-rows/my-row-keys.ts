/** The queries of what the account keeps about rows. */
export const myRowKeys = { lists: 'row-lists', tags: 'row-tags', notes: 'row-notes' } as const;
