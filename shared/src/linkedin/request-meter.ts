/**
 * The meter an allowed address counts on. LinkedIn watches how many members somebody views and how many lists
 * they page through, so these are counted rather than requests: a member counts once, however many requests are
 * sent. An address whose member cannot be determined has no meter and is refused.
 */
import { isRestLiFields, type RestLiFields } from './rest-li.ts';

export type MeterName = 'profiles' | 'searchPages' | 'lookups';

/** A member as named in an address. The same member by slug and by id counts as two. */
export interface MemberSubject {
  readonly kind: 'slug' | 'id';
  /** A slug in lower case; an id unchanged, because its case matters. */
  readonly value: string;
}

export type RequestMeter =
  | { readonly kind: 'profiles'; readonly subject: MemberSubject }
  | { readonly kind: 'searchPages' }
  | { readonly kind: 'lookups' };

/** The meter of an address, by its parameters. null: free of charge; undefined: cannot be determined. */
export type ReadMeter = (parameters: RestLiFields) => RequestMeter | null | undefined;

const MEMBER_ID = /^ACo[\w-]*$/;
const PROFILE_URN = /^urn:li:fsd_profile:([\w-]+)$/;
/** `urn:li:fsd_profilePagedListComponent:(<member>,…)` */
const LIST_OWNER = /^urn:li:fsd_profilePagedListComponent:\(([\w-]+),/;
/** Other members in the name of a list: `fsd_profile:<member>`, `fsd_profilePosition:(<member>,…)`. */
const NAMED_MEMBER = /(?:profile:|:\(|:(?=ACo))([\w-]+)/g;

export const free: ReadMeter = () => null;
export const searchPage: ReadMeter = () => ({ kind: 'searchPages' });
export const lookup: ReadMeter = () => ({ kind: 'lookups' });
/** `memberIdentity=maren-holt`, or `profileUrn=…` of a section: all sections of a member are the same member by id. */
export const memberOfParameters: ReadMeter = (parameters) => profileOf(subjectOf(parameters));
/** `variables=(profileUrn:…)` */
export const memberOfVariables: ReadMeter = ({ variables }) =>
  profileOf(variables !== undefined && isRestLiFields(variables) ? subjectOf(variables) : undefined);

function profileOf(subject: MemberSubject | undefined): RequestMeter | undefined {
  return subject === undefined ? undefined : { kind: 'profiles', subject };
}

function subjectOf({ memberIdentity, vanityName, profileUrn, pagedListComponent }: RestLiFields): MemberSubject | undefined {
  if (typeof memberIdentity === 'string') return MEMBER_ID.test(memberIdentity) ? idOf(memberIdentity) : slugOf(memberIdentity);
  if (typeof vanityName === 'string') return slugOf(vanityName);
  if (typeof profileUrn === 'string') return idOf(PROFILE_URN.exec(profileUrn)?.[1]);
  return typeof pagedListComponent === 'string' ? listOwnerOf(pagedListComponent) : undefined;
}

/** A list that names two members would count for one and might return the other. */
function listOwnerOf(urn: string): MemberSubject | undefined {
  const owner = LIST_OWNER.exec(urn)?.[1];
  const named = [...urn.matchAll(NAMED_MEMBER)].map((match) => match[1]);
  return named.every((member) => member === owner) ? idOf(owner) : undefined;
}

function slugOf(slug: string): MemberSubject {
  return { kind: 'slug', value: slug.normalize('NFC').toLowerCase() };
}

function idOf(id: string | undefined): MemberSubject | undefined {
  return id === undefined ? undefined : { kind: 'id', value: id };
}
