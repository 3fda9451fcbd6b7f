/**
 * The rows of a rendered section: the profile's "components" and "cards". All text is in the page's language,
 * so only the structure is read: the line of a text, the link of a row, and the rows below it. Formats as
 * LinkedIn's web client received them in 2025 and 2026.
 */
import { type CaptionDates, readCaptionDates } from './caption-dates.ts';
import { joinTexts, shortText } from './clean-text.ts';
import { type CompanyReference, companyAt } from './company-reference.ts';
import type { EntityIndex, Listing } from './entity-index.ts';
import { arrayOf, at, type JsonObject, objectOf, textOf } from './json-value.ts';
import { listState } from './paging.ts';
import { isSkillsRow } from './skills-row.ts';

export interface ComponentRow {
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly caption: string | null;
  /** The dates in the caption; null if it has none. */
  readonly dates: CaptionDates | null;
  readonly metadata: string | null;
  readonly company: CompanyReference;
  readonly description: string | null;
  /** Rows below this one: the roles of a group. */
  readonly inner: readonly ComponentRow[];
  /** Inner rows that exist but were not sent. */
  readonly missingInner: number;
}

/** A description is usually one text; some have a few. */
const MAX_TEXTS = 10;

/** Reads the rows among a list's members; other members (headers, buttons) are skipped. */
export function readRows(index: EntityIndex, items: readonly unknown[], isInner = false): readonly ComponentRow[] {
  const rows: ComponentRow[] = [];
  for (const item of items) {
    const entity = index.nested(componentsOf(item), 'entityComponent');
    // A null state is the placeholder of an empty section, in the viewer's language.
    if (entity !== undefined && entity.isNullState !== true) rows.push(readRow(index, entity, isInner));
  }
  return rows;
}

/** The collection of a paged list, given the list's entity. */
export function listingOfPagedList(index: EntityIndex, list: JsonObject): Listing | undefined {
  return index.listing(list, 'components') ?? index.listingOf(list);
}

/** A group nests one level; deeper levels are not followed. */
function readRow(index: EntityIndex, entity: JsonObject, isInner: boolean): ComponentRow {
  const below = index.take(arrayOf(objectOf(entity.subComponents)?.components));
  const [inner, missingInner] = isInner ? [[], 0] : readInner(index, below);
  const caption = shortText(textOf(entity.caption));
  return {
    title: shortText(textOf(entity.titleV2) ?? textOf(entity.title)),
    subtitle: shortText(textOf(entity.subtitle) ?? textOf(entity.subtitleV2)),
    caption,
    dates: readCaptionDates(caption),
    metadata: shortText(textOf(entity.metadata)),
    company: companyAt(index, logoUrn(entity), entity.textActionTarget ?? at(entity, 'image', 'actionTarget')),
    description: descriptionOf(index, below),
    inner,
    missingInner,
  };
}

/** The roles are in a paged list of their own or, in cards, directly below the row. */
function readInner(index: EntityIndex, below: readonly unknown[]): readonly [readonly ComponentRow[], number] {
  const direct = readRows(index, below, true);
  for (const component of below) {
    const list = index.nested(componentsOf(component), 'pagedListComponent');
    const listing = list === undefined ? undefined : listingOfPagedList(index, list);
    if (listing === undefined) continue;
    const rows = readRows(index, listing.items, true);
    if (rows.length > 0) return [[...direct, ...rows], listState(listing).missing ?? 0];
  }
  return [direct, 0];
}

/** All texts below the row except its list of skills. */
function descriptionOf(index: EntityIndex, below: readonly unknown[]): string | null {
  const texts: string[] = [];
  for (const component of below) {
    const fixed = index.nested(componentsOf(component), 'fixedListComponent');
    for (const member of fixed === undefined ? [component] : index.take(arrayOf(fixed.components))) {
      const text = index.nested(componentsOf(member), 'textComponent');
      const content = textOf(text);
      if (text === undefined || content === undefined || isSkillsRow(text, content)) continue;
      texts.push(content);
      if (texts.length >= MAX_TEXTS) return joinTexts(texts);
    }
  }
  return joinTexts(texts);
}

function logoUrn(entity: JsonObject): unknown {
  for (const attribute of arrayOf(objectOf(entity.image)?.attributes).slice(0, 10)) {
    const data = objectOf(objectOf(attribute)?.detailData) ?? objectOf(objectOf(attribute)?.detailDataUnion);
    if (data === undefined) continue;
    const nested = [data.companyLogo, data.schoolLogo, data.professionalLogo];
    const urns = [
      data['*companyLogo'],
      data['*schoolLogo'],
      data['*professionalLogo'],
      ...nested.map((logo) => at(logo, 'entityUrn') ?? logo),
    ];
    const urn = urns.find((candidate) => typeof candidate === 'string' && candidate.startsWith('urn:'));
    if (urn !== undefined) return urn;
  }
  return undefined;
}

function componentsOf(item: unknown): JsonObject | undefined {
  return objectOf(objectOf(item)?.components);
}
