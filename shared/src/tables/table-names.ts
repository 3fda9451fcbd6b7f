/** The names of the data tables, apart from their definitions: most screens need the names alone. */

export const tableNames = ['investors', 'companies', 'people', 'reviews', 'shopify', 'reddit-posts', 'tiktok-videos'] as const;
export type TableName = (typeof tableNames)[number];
