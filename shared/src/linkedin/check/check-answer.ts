/**
 * Code shared by the readers of a check: their knowledge of the member, their verdicts on a response, and how they open
 * one. Nothing of a response leaves a reader but the name of the field that was missing, and a few facts with which later
 * lines are compared.
 */
import type { EntityIndex } from '../parse/entity-index.ts';
import { arrayOf, at, isObject, type JsonObject, objectOf, textOf } from '../parse/json-value.ts';
import { openAnswer } from '../parse/open-answer.ts';
import type { JsonPayload } from '../parse/payload.ts';
import { selectSubject } from '../parse/subject.ts';
import { ownerIdOf, profileUrn } from '../parse/urn.ts';

/** The member who checks, from the answer of `me`. */
export interface CheckSubject {
  /** Bare: `ACoAA…`. */
  readonly id: string;
  readonly slug: string;
  readonly firstName: string | null;
}

/** Facts in the response of `profile`, for the lines below it. */
export interface ProfileFacts {
  readonly firstName: string;
  /** Position groups, as LinkedIn counts them. */
  readonly groups: number;
  /** Whether there are more groups than the response holds. */
  readonly isCut: boolean;
  readonly positions: number;
  readonly hasEducation: boolean;
  readonly hasSummary: boolean;
  /** `universalName` of an employer; null: none of them has a page. */
  readonly employer: string | null;
}

export interface CheckKnowledge {
  /** The member; null while `me` was not understood. */
  readonly subject: CheckSubject | null;
  /** The facts; null while `profile` was not understood. */
  readonly profile: ProfileFacts | null;
  /** LinkedIn's count; null: not known. */
  readonly connections: number | null;
}

export type CheckVerdict =
  | { readonly state: 'understood'; readonly learned?: Partial<CheckKnowledge> }
  /** `missing`: the field, as LinkedIn's answers name it. `learned`: what could be read all the same. */
  | { readonly state: 'different'; readonly missing: string; readonly learned?: Partial<CheckKnowledge> };

export type CheckReader = (content: string, knowledge: CheckKnowledge) => CheckVerdict;

export const UNDERSTOOD: CheckVerdict = { state: 'understood' };

export function lacks(missing: string): CheckVerdict {
  return { state: 'different', missing };
}

export interface OpenedCheck {
  readonly payload: JsonPayload;
  readonly index: EntityIndex;
}

/** The answer opened within the bounds of all parsers, or what is missing: JSON, or data without errors. */
export function openChecked(content: string): OpenedCheck | CheckVerdict {
  const answer = openAnswer(content);
  if (!answer.ok) return lacks(['empty', 'error', 'errors_200'].includes(answer.kind) ? 'data' : 'JSON');
  return hasErrors(answer.payload.root) ? lacks('data') : answer;
}

export interface OwnAnswer extends OpenedCheck {
  readonly subject: CheckSubject;
  /** The member's own record, as far as the answer has one. */
  readonly record: JsonObject | undefined;
}

/** The same, if it names the member and nobody else as what it is about. */
export function openOwn(content: string, { subject }: CheckKnowledge): OwnAnswer | CheckVerdict {
  const opened = openChecked(content);
  if (isVerdict(opened) || subject === null) return isVerdict(opened) ? opened : lacks('entityUrn');
  const verdict = selectSubject(subject.id, [opened.payload], opened.index);
  if (!verdict.ok || verdict.memberId !== subject.id) return lacks('entityUrn');
  return { ...opened, subject, record: opened.index.get(profileUrn(subject.id)) };
}

export function isVerdict(value: object): value is CheckVerdict {
  return 'state' in value;
}

/** The record of the first element of the answer, which must be the member. */
export function isFirstElement({ payload, subject }: OwnAnswer): boolean {
  const urn = profileUrn(subject.id);
  return payload.roots.some(({ elements }) => {
    const [first] = elements ?? [];
    return first === urn || at(first, 'entityUrn') === urn;
  });
}

/** Whether the row is a position of the member, and the first of its fields that is missing; null: none. */
export function missingInPosition(row: JsonObject | undefined, memberId: string): string | null {
  if (row === undefined) return 'elements';
  const urn = row.entityUrn;
  if (typeof urn !== 'string' || !urn.startsWith('urn:li:fsd_profilePosition:') || ownerIdOf(urn) !== memberId)
    return 'entityUrn';
  if (textOf(row.title) === undefined) return 'title';
  if (textOf(row.companyName) === undefined) return 'companyName';
  return typeof at(row, 'dateRange', 'start', 'year') === 'number' ? null : 'dateRange';
}

/** The title of the first rendered row among these; null: there is no row; undefined: it has no title. */
export function firstRowTitle(index: EntityIndex, items: readonly unknown[]): string | null | undefined {
  for (const item of items) {
    const entity = index.nested(objectOf(objectOf(item)?.components), 'entityComponent');
    if (entity !== undefined && entity.isNullState !== true) return textOf(at(entity, 'titleV2', 'text'));
  }
  return null;
}

/** GraphQL reports errors next to the data, in one of two places. */
function hasErrors(root: JsonObject): boolean {
  return [root.errors, at(root.data, 'errors')].some((errors) => arrayOf(errors).length > 0 || isObject(errors));
}
