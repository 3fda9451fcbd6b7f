/** The bodies of the calls that the stand-in knows, as the reference of the Sheets API (v4) describes them. */
import { z } from 'zod';

const writtenSchema = z.object({
  range: z.string(),
  majorDimension: z.literal('ROWS').default('ROWS'),
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});
export type WrittenValues = z.input<typeof writtenSchema>;
export const batchValuesSchema = z.object({ valueInputOption: z.enum(['RAW', 'USER_ENTERED']), data: z.array(writtenSchema) });

const gridSchema = z.object({
  rowCount: z.int().positive().optional(),
  columnCount: z.int().positive().optional(),
  frozenRowCount: z.int().nonnegative().optional(),
});
const dimensionRange = z.object({
  sheetId: z.int(),
  dimension: z.enum(['ROWS', 'COLUMNS']),
  startIndex: z.int().nonnegative(),
  endIndex: z.int().positive(),
});
const requestSchema = z.union([
  z.strictObject({
    addSheet: z.object({
      properties: z.object({ sheetId: z.int().optional(), title: z.string(), gridProperties: gridSchema.default({}) }),
    }),
  }),
  z.strictObject({ deleteSheet: z.object({ sheetId: z.int() }) }),
  z.strictObject({
    updateSheetProperties: z.object({
      properties: z.object({ sheetId: z.int(), gridProperties: gridSchema }),
      fields: z.literal('gridProperties.frozenRowCount'),
    }),
  }),
  z.strictObject({
    updateDimensionProperties: z.object({
      range: dimensionRange,
      properties: z.object({ hiddenByUser: z.boolean() }),
      fields: z.literal('hiddenByUser'),
    }),
  }),
  z.strictObject({
    appendDimension: z.object({ sheetId: z.int(), dimension: z.enum(['ROWS', 'COLUMNS']), length: z.int().positive() }),
  }),
  z.strictObject({ insertDimension: z.object({ range: dimensionRange, inheritFromBefore: z.boolean().default(false) }) }),
]);
export const batchUpdateSchema = z.object({ requests: z.array(requestSchema).min(1) });
export type UpdateRequest = z.infer<typeof requestSchema>;
