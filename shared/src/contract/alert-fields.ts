/**
 * Fields of an account's own things whose changes can be named in the `fields` of an alert. Those of data tables are their
 * columns.
 */

/** Fields of collected people. */
export const peopleAlertFields = ['headline', 'company_name', 'company_url', 'location', 'country'] as const;
/** Fields of trends. */
export const trendAlertFields = ['number_of_videos_in_trend'] as const;
