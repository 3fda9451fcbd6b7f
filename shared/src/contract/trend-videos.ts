/** The videos of a trend as rows of their table, to which its total leads. */
import { endpoint } from './endpoint.ts';
import { pastedMatchSchema } from './match.ts';
import { trendPath } from './trends.ts';

export const openTrendVideos = endpoint({
  method: 'POST',
  path: '/tiktok/trends/{trend_id}/rows',
  access: 'subscribed',
  stores: true,
  summary: "Store the trend's videos of now under an id that filters the table of videos",
  params: trendPath,
  success: { kind: 'json', status: 201, body: pastedMatchSchema },
  errors: ['STORAGE.FULL', 'TRENDS.NOT_FOUND'],
  rateLimit: { max: 60, windowSeconds: 60 },
});
