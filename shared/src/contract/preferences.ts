/** Preferences of an account for all screens of its workbench. A later choice is one more field. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The layout of tables: as the first documents fix it, or with more rows and the most important parts first. */
export const workbenchLayouts = ['specified', 'work'] as const;
export type WorkbenchLayout = (typeof workbenchLayouts)[number];

const preferenceShape = {
  layout: z.enum(workbenchLayouts),
  /** `open`: a line offers the work layout; `closed`: the account has answered it, or chose a layout. */
  layout_offer: z.enum(['open', 'closed']),
};

export const preferencesSchema = z.object(preferenceShape);
export type Preferences = z.infer<typeof preferencesSchema>;

/** A change; absent fields stay as they are. */
export const preferencesChangeSchema = z.strictObject({
  layout: z.optional(preferenceShape.layout),
  layout_offer: z.optional(preferenceShape.layout_offer),
});
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;

export const firstPreferences: Preferences = { layout: 'specified', layout_offer: 'open' };

export const getPreferences = endpoint({
  method: 'GET',
  path: '/preferences',
  access: 'session',
  belongsTo: 'account',
  summary: 'Get what the account chose for all screens, such as the layout of tables',
  success: { kind: 'json', status: 200, body: preferencesSchema },
  errors: [],
});

export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/preferences',
  access: 'session',
  belongsTo: 'account',
  stores: false,
  summary: 'Change what the account chose for all screens; what is left out stays as it is',
  body: preferencesChangeSchema,
  success: { kind: 'json', status: 200, body: preferencesSchema },
  errors: [],
});
