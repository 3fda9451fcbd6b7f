/** The filters of collected people as one condition, for those who answer. */
import { collectedPeople } from '../collected-people.ts';
import { normalFilters, UPDATED_AFTER } from '../filter-query.ts';
import { type Condition, group, nothing } from './condition.ts';
import { filterCondition } from './filter-condition.ts';

/** Tags, separated by commas, all of which a person must have. */
const ALL_TAGS = 'tags';
/** More than a person can have, in any spelling. */
const MAX_TAGS_ASKED = 100;

/**
 * The filters as one condition. Parameters with an empty text are absent.
 * @param filters as they passed the schema of the endpoint
 * @throws {FilterError} where a parameter contradicts another
 */
export function collectedPeopleCondition(filters: Readonly<Record<string, unknown>>): Condition {
  const { [ALL_TAGS]: tags, [UPDATED_AFTER]: after, query, ...others } = filters;
  const search = typeof query === 'string' ? { query: query.trim() } : {};
  const changed = typeof after === 'string' ? { [UPDATED_AFTER]: after } : {};
  return group('all', [
    filterCondition(collectedPeople, { ...normalFilters(collectedPeople, { ...others, ...search }), ...changed }),
    ...(typeof tags === 'string' ? [withAllTags(tags)] : []),
  ]);
}

function withAllTags(text: string): Condition {
  const tags = [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  // Nobody has that many.
  if (tags.length > MAX_TAGS_ASKED) return nothing;
  return group(
    'all',
    tags.map((tag) => ({ kind: 'tag', tags: [tag] })),
  );
}
