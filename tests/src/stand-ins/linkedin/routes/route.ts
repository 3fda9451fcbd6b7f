/** The parameters of a route, and checks that most routes share. */
import type { Accepted } from '../accepted.ts';
import type { Member } from '../model/member.ts';
import type { Network } from '../model/network.ts';
import type { PeopleSearch } from '../model/people-search.ts';
import { type Answer, failure } from '../wire/answer.ts';
import { type Call, headerOf, parameter } from '../wire/call.ts';

export interface RouteContext {
  readonly network: Network;
  readonly searchPeople: PeopleSearch;
  readonly accepted: () => Accepted;
  /** Notes whose data was asked for. */
  readonly about: (member: Member) => void;
}

export type Route = (call: Call, context: RouteContext) => Answer;

/** Encoded lists and objects are read by version 2 of the protocol only. */
export function isProtocolTwo(call: Call): boolean {
  return headerOf(call, 'x-restli-protocol-version') === '2.0.0';
}

export function languageOf(call: Call): string | undefined {
  return headerOf(call, 'x-li-lang');
}

/** `name` for `com.linkedin.….name-12`; undefined when the decoration is unknown or rotated away. */
export function acceptedDecoration(
  call: Call,
  context: RouteContext,
): { readonly name: string; readonly number: number } | undefined {
  const decoration = parameter(call, 'decorationId');
  if (decoration === undefined || !context.accepted().decorations.has(decoration)) return undefined;
  const match = /\.([A-Za-z]+)-(\d+)$/.exec(decoration);
  return match === null ? undefined : { name: match[1] ?? '', number: Number(match[2]) };
}

/** @returns null when the number is not one */
export function wholeNumber(text: string | undefined, otherwise: number, highest: number): number | null {
  if (text === undefined) return otherwise;
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text), highest) : null;
}

/** The refusal a member's state calls for, or undefined when the profile may be shown. */
export function refusalFor(call: Call, member: Member | undefined): Answer | undefined {
  if (member === undefined || member.access === 'gone') return failure(call, 404);
  if (member.access === 'restricted') return failure(call, 403, "This profile can't be accessed");
  return undefined;
}
