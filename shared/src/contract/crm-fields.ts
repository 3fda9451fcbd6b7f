/** What a destination that is a CRM is told: which rows become which records, and who decides where values differ. */
import * as z from 'zod/mini';
import { lineText } from './line-text.ts';

export const crmObjects = ['companies', 'contacts'] as const;
export type CrmObject = (typeof crmObjects)[number];
/** How the record of a row is found: by the domain of its site, by its email, or by the id that the last run stored. */
export const crmKeys = ['domain', 'email', 'crm_id'] as const;
export type CrmKey = (typeof crmKeys)[number];
/**
 * Who decides about a property. `ours`: the row's value is written always. `theirs`: a value that somebody changed in the CRM
 * stays. `only-if-empty`: nothing is written over a value.
 */
export const crmRules = ['ours', 'theirs', 'only-if-empty'] as const;
export type CrmRule = (typeof crmRules)[number];
export const MAX_MAPPED_PROPERTIES = 60;

const mapping = z.array(z.strictObject({ column: lineText(60), property: lineText(100), rule: z.enum(crmRules) }));

export const crmFields = {
  object: z.enum(crmObjects),
  /** The rows: those of a view, or of a list. */
  source: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('view'), id: lineText(40) }),
    z.strictObject({ kind: z.literal('list'), id: z.int().check(z.positive()) }),
  ]),
  key: z.enum(crmKeys),
  mapping: mapping.check(
    z.maxLength(MAX_MAPPED_PROPERTIES),
    z.refine((all) => new Set(all.map(({ property }) => property)).size === all.length, 'names a property twice'),
  ),
};
