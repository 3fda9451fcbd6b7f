/** What changes of an account's own things can be named in the `fields` of an alert. Those of data tables are their columns. */

/** Of collected people. */
export const peopleAlertFields = ['headline', 'company_name', 'company_url', 'location', 'country'] as const;
/** Of trends. */
export const trendAlertFields = ['number_of_videos_in_trend'] as const;
