/**
 * Descriptions of response fields that their schemas do not describe. The key is the operation's name (the last part of
 * the endpoint's name) and the field's path.
 */
export const answerTexts: Readonly<Record<string, string>> = {
  'list.data': 'The rows on this page',
  'list.total': 'Number of matching rows on all pages; null with `include_total=false`',
  'list.page': 'Number of the page; null when paging by cursor',
  'list.per_page': 'Rows per page',
  'list.next_cursor': 'The `cursor` of the next page; null on the last page; absent if the rows are sorted by a long text',
  'total.total': 'Number of matching rows',
  ...facetTexts('facets', 'summary'),
  'get.data': 'The row',
  'related.data': 'Groups of rows that belong to the row; those without rows are left out',
  'related.data[].table': 'The table of the rows',
  'related.data[].title': 'What the group is. It says so where rows were found by names, which are not unique',
  'related.data[].total': 'Number of rows in the group, without the row itself',
  'related.data[].query': 'Filters of that table that select these rows; null if no filters do',
  'related.data[].rows': 'The newest rows of the group, at most five, as the list of their table returns them',
  'sources.data': 'The open sources that filled cells of the row; cells that none names are from a file or a person',
  'sources.data[].source': 'The id of the source, as the filter `source` takes it',
  'sources.data[].title': 'Its name',
  'sources.data[].url': 'The page at the publisher that says so',
  'sources.data[].as_of': 'The day on which the publisher said so',
  'sources.data[].fields': 'The columns whose cells it filled',
  'sources.data[].attribution': 'The sentence that the licence asks for; show it where you show the cells',
  'history.data': 'Changes of the last 400 days, newest first. The last entry says when the row came, where that is known',
  'history.data[].at': 'When it happened',
  'history.data[].by': 'What made the change',
  'history.data[].by.kind': 'An import of a file, a visit to a network, or the operator by other means',
  'history.data[].by.id': 'The id of the import; null if it was none',
  'history.data[].by.label': 'The name of the file or of the network',
  'history.data[].changes': 'The columns that changed; empty in the entry of the row’s beginning',
  'history.data[].changes[].field': 'The column',
  'history.data[].changes[].from': 'What it held before; null: blank',
  'history.data[].changes[].to': 'What it holds since; null: blank',
  'previewExport.rows': 'Number of rows in the file',
  'previewExport.already_exported': 'Rows already exported this month, which are free',
  'previewExport.charged': 'Rows that would count against the monthly export limit',
  'previewExport.used': 'Rows counted so far this month',
  'previewExport.limit': 'The limit of the month; null if there is none',
  'previewExport.remaining': 'Rows left this month; null if there is no limit',
  'previewExport.is_allowed': 'Whether the export would be allowed',
  'suggest.[].id': 'The value to pass to the filter',
  'suggest.[].name': 'The value to display',
  ...lookupTexts('searchTopics', 'searchSubreddits', 'searchTikTokUsers', 'searchHashtags'),
  'changes.data': 'Changes in the order of their commits. A row appears once, as it is now',
  'changes.data[].version': 'The number of the change. Later changes of the table have higher numbers',
  'changes.data[].id': 'The id of the row',
  'changes.data[].row': 'The row as it is now',
  'changes.data[].deleted': 'Whether the row was deleted',
  'changes.data[].reason': 'Why it was deleted, as in the list of deleted rows',
  'changes.next':
    'The `after` of the next changes; null if there are no more at the moment. Then continue later with the last `version`',
  'matchRows.data': 'A result for each line, in their order',
  'matchRows.data[].row': 'The number of the line in the call, from 0',
  'matchRows.data[].id': 'The id of the row that was found; null if there is none, or several',
  'matchRows.data[].by': 'The first field of the line that finds exactly one row: it decides',
  'matchRows.data[].found': 'The row that was found; null if there is none, or several',
  'matchRows.data[].found.name': 'The name of the row',
  'matchRows.data[].found.country': 'The country of the row',
  'matchRows.data[].found.site': 'The website of the row, for a person that of the company',
  'matchRows.data[].candidates':
    'Where no field decides: the rows of the first field that finds several, at most 20. A name without a country decides nothing where rows have countries: a single row is then a candidate, too',
  'matchRows.data[].candidates[].id': 'The id of the row',
  'matchRows.data[].candidates[].name': 'The name of the row',
  'matchRows.data[].candidates[].country': 'The country of the row',
  'matchRows.data[].candidates[].site': 'The website of the row, for a person that of the company',
  'matchRows.data[].candidates[].by': 'The field of the line that finds the row',
  'listDeletedRows.data': 'Deletions, oldest first',
  'listDeletedRows.data[].table': 'The table the row was in',
  'listDeletedRows.data[].id': 'The id of the row',
  'listDeletedRows.data[].deleted_at': 'When the row was deleted',
  'listDeletedRows.data[].reason':
    '`removed`: deleted by the operator. `deleted_at_source`: deleted on its network. `expired`: its retention period ended. `sample`: a sample row was removed. More values may be added',
  'listDeletedRows.next_cursor': 'The `cursor` of the next deletions; null if there are no more at the moment',
  'listDeletedRows.cursor': 'The position after this response. Store it to fetch later deletions',
  'listProfiles.data': 'The profiles on this page',
  'listProfiles.total': 'Number of matching profiles on all pages',
  'listProfiles.page': 'Number of the page; null when paging by cursor',
  'listProfiles.per_page': 'Profiles per page',
  'listProfiles.next_cursor': 'The `cursor` of the next page; null on the last page',
  ...profileTimes('listProfiles.data[]'),
  'listProfiles.countries': 'All countries in the account’s profiles',
  'listProfiles.tags': 'All tags in use, each with its number of profiles',
  ...facetTexts('listProfileFacets', 'summarizeProfiles'),
  'getProfile.profile': 'The profile, with experiences and educations',
  ...profileTimes('getProfile.profile'),
  'listTrends.[].trend_name': 'The name; null if the trend is unnamed',
  'listTrends.[].last_seen_at': 'When the newest video was posted',
  'listTrends.[].videos': 'The newest videos, at most ten',
  'listTrends.[].daily': 'Videos posted per day in UTC, from `first_day` without gaps',
  'listTrends.[].velocity': 'Videos per day over the last three days, and over the seven days before',
  'listTrends.[].reasons': 'What the videos have in common, largest share first',
};

function profileTimes(path: string): Readonly<Record<string, string>> {
  return {
    [`${path}.collected_at`]: 'When the profile was first collected',
    [`${path}.collected_by`]: 'The email of the member who collected the profile first; null in your personal workspace',
    [`${path}.last_collected_at`]: 'When LinkedIn last sent something of the profile',
    [`${path}.updated_at`]: 'When the profile was first collected or last changed',
  };
}

function facetTexts(facets: string, summary: string): Readonly<Record<string, string>> {
  return {
    [`${facets}.data`]:
      'One facet for each `of`, in the order sent. Each counts under all conditions but those of its own filter',
    [`${facets}.data[].of`]: 'The filter',
    [`${facets}.data[].values`]:
      'Values and how many rows have them, the most frequent first, at most 100. Values that differ in letter case alone are one. An item of a list counts by itself. Numbers come as ranges and days as days, months or years, in their order; of a filter by domain, hosts; of a checkbox, true and false',
    [`${facets}.data[].values[].value`]: 'The value; of days `2026-03-31`, `2026-03` or `2026`',
    [`${facets}.data[].values[].from`]: 'The lowest number; null: an open end',
    [`${facets}.data[].values[].to`]: 'The first number that is too high; null: an open end',
    [`${facets}.data[].values[].count`]: 'Number of rows. A row whose number is known as a range counts at its lower end',
    [`${facets}.data[].blank`]: 'Rows without a value, whatever `q` is',
    [`${facets}.data[].more`]: 'Number of values that are left out',
    [`${facets}.total`]: 'Number of rows that match all conditions',
    [`${summary}.data`]:
      'Cells that have rows. Values come most frequent first, numbers and days in their order, blank last; at most 50 values and 62 days. An item of a list counts by itself',
    [`${summary}.data[].by`]: 'A value for each `by`; null: blank',
    [`${summary}.data[].by[].from`]: 'The lowest number; null: an open end',
    [`${summary}.data[].by[].to`]: 'The first number that is too high; null: an open end',
    [`${summary}.data[].value`]:
      'The number of rows, or the measure of their numbers; null if none of the rows has a number. Where a number is known as a range, its lower end is measured',
    [`${summary}.total`]: 'Number of rows that match',
    [`${summary}.other`]: 'Rows that are in none of the cells, because their values are left out',
  };
}

function lookupTexts(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.[].id`, 'The value to pass to the filter'],
      [`${name}.[].name`, 'The label to display'],
    ]),
  );
}

/** Descriptions of responses that are not objects with fixed fields. */
export const wholeAnswerTexts: Readonly<Record<string, string>> = {
  options: 'For each open filter, by its name: values found in the data in addition to the listed ones.',
  suggest: 'Values, most frequent first where the frequency is known.',
  searchTopics: 'Values with their labels.',
  searchSubreddits: 'Values with their labels.',
  searchTikTokUsers: 'Values with their labels.',
  searchHashtags: 'Values with their labels.',
};
