/**
 * The calls of the Sheets API (v4) that deliveries need, as its reference describes them. Each call is applied whole or not at
 * all. Quotas are per minute, and a call beyond them is answered with 429.
 */
import { z } from 'zod';
import { readRetryAfter } from '../../sources/http/read-retry-after.ts';
import type { SourceAnswer, SourceHttp } from '../../sources/http/source-http.ts';
import { BusyDestination, RefusedByDestination } from '../connector.ts';
import type { GoogleToken } from './google-token.ts';

const QUOTA_MILLISECONDS = 60_000;
const MAX_SAID = 300;

const sheetSchema = z.object({
  sheetId: z.int().default(0),
  title: z.string(),
  /** Absent for sheets that are no table, such as a chart. */
  gridProperties: z.object({ rowCount: z.int().default(0), columnCount: z.int().default(0) }).optional(),
});
const spreadsheetSchema = z.object({ sheets: z.array(z.object({ properties: sheetSchema })).default([]) });
const repliesSchema = z.object({ replies: z.array(z.unknown()).default([]) });
const addedSheetSchema = z.object({ addSheet: z.object({ properties: sheetSchema }) });
const rangesSchema = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.array(z.unknown())).default([]) })).default([]),
});
const errorSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z
      .array(z.object({ reason: z.string().optional() }))
      .default([])
      .catch([]),
  }),
});

export type SheetProperties = z.infer<typeof sheetSchema>;
/** A cell as it is written: text stays text, whatever it begins with. */
export type CellValue = string | number | boolean;
export interface WrittenRange {
  readonly range: string;
  readonly values: readonly (readonly CellValue[])[];
}

export interface SheetsApi {
  listSheets(signal: AbortSignal): Promise<readonly SheetProperties[]>;
  /**
   * The cells of each range, row by row, without what is empty at the end of rows and ranges. Formulas are their text, so that
   * a cell with a formula is never empty.
   */
  readRanges(ranges: readonly string[], signal: AbortSignal): Promise<readonly (readonly (readonly unknown[])[])[]>;
  writeRanges(ranges: readonly WrittenRange[], signal: AbortSignal): Promise<void>;
  clearRanges(ranges: readonly string[], signal: AbortSignal): Promise<void>;
  /** @param requests of `spreadsheets.batchUpdate` */
  change(requests: readonly object[], signal: AbortSignal): Promise<void>;
  addSheet(properties: object, signal: AbortSignal): Promise<SheetProperties>;
}

export interface SheetsApiParts {
  readonly http: SourceHttp;
  readonly token: GoogleToken;
  /** `GOOGLE_SHEETS_API_URL`. */
  readonly url: string;
  readonly spreadsheetId: string;
  /** Named where the spreadsheet is not shared with it. */
  readonly email: string;
}

export function createSheetsApi({ http, token, url, spreadsheetId, email }: SheetsApiParts): SheetsApi {
  const base = `${url}/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}`;

  async function ask(path: string, body: object | null, signal: AbortSignal): Promise<SourceAnswer> {
    const headers = { authorization: `Bearer ${await token.read(signal)}`, 'content-type': 'application/json' };
    if (body === null) return http.send({ method: 'GET', url: `${base}${path}`, headers, signal });
    return http.send({ method: 'POST', url: `${base}${path}`, headers, body: JSON.stringify(body), signal });
  }

  async function call<Answer>(
    schema: z.ZodType<Answer>,
    path: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<Answer> {
    let answer = await ask(path, body, signal);
    if (answer.status === 401) {
      // The token ended before its time, or was withdrawn.
      token.forget();
      answer = await ask(path, body, signal);
    }
    if (answer.status !== 200) throw problemOf(answer, email);
    const parsed = schema.safeParse(parseJson(answer.text));
    if (!parsed.success) throw new Error('Google Sheets did not answer as expected.');
    return parsed.data;
  }

  return {
    listSheets: async (signal) => {
      const fields = 'sheets.properties(sheetId,title,gridProperties(rowCount,columnCount))';
      const { sheets } = await call(spreadsheetSchema, `?${new URLSearchParams({ fields })}`, null, signal);
      return sheets.map(({ properties }) => properties);
    },
    readRanges: async (ranges, signal) => {
      const query = new URLSearchParams({ majorDimension: 'ROWS', valueRenderOption: 'FORMULA' });
      for (const range of ranges) query.append('ranges', range);
      const { valueRanges } = await call(rangesSchema, `/values:batchGet?${query}`, null, signal);
      if (valueRanges.length !== ranges.length) throw new Error('Google Sheets did not answer as expected.');
      return valueRanges.map(({ values }) => values);
    },
    writeRanges: async (ranges, signal) => {
      const data = ranges.map(({ range, values }) => ({ range, majorDimension: 'ROWS', values }));
      await call(z.object({}), '/values:batchUpdate', { valueInputOption: 'RAW', data }, signal);
    },
    clearRanges: async (ranges, signal) => {
      await call(z.object({}), '/values:batchClear', { ranges }, signal);
    },
    change: async (requests, signal) => {
      await call(repliesSchema, ':batchUpdate', { requests }, signal);
    },
    addSheet: async (properties, signal) => {
      const { replies } = await call(repliesSchema, ':batchUpdate', { requests: [{ addSheet: { properties } }] }, signal);
      const added = addedSheetSchema.safeParse(replies[0]);
      if (!added.success) throw new Error('Google Sheets did not answer as expected.');
      return added.data.addSheet.properties;
    },
  };
}

function problemOf({ status, headers, text }: SourceAnswer, email: string): Error {
  const { message, details } = errorSchema.safeParse(parseJson(text)).data?.error ?? { message: '', details: [] };
  const reasons = details.map(({ reason }) => reason);
  const said = message.slice(0, MAX_SAID);
  if (status === 429 || reasons.includes('RATE_LIMIT_EXCEEDED')) {
    const pause = readRetryAfter(headers, new Date()) ?? QUOTA_MILLISECONDS;
    return new BusyDestination('The quota of Google Sheets is used up for this minute.', new Date(Date.now() + pause));
  }
  if (status === 401) return new RefusedByDestination('Google does not accept the service account any more.');
  if (status === 403 && reasons.includes('SERVICE_DISABLED'))
    return new RefusedByDestination('Enable the Google Sheets API in the Google Cloud project of the service account.');
  if (status === 403) return new RefusedByDestination(`Share the spreadsheet with ${email} as an editor.`);
  if (status === 404)
    return new RefusedByDestination(`There is no spreadsheet with this id. If there is one, share it with ${email}.`);
  if (status === 400 && /protected|not supported for this document|cells? limit|above the limit/i.test(said))
    return new RefusedByDestination(`Google Sheets refused it: ${said}`);
  return new Error(said === '' ? `Google Sheets answered ${status}.` : `Google Sheets answered ${status}: ${said}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
