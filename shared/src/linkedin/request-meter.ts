/**
 * What an allowed address is counted as. LinkedIn watches how many members somebody looks at and how
 * many lists they page through, so these are counted, and not requests: a member is one however many
 * requests it takes. An address whose member cannot be told for certain has no meter and is refused.
 */
import { isRestLiFields, type RestLiFields } from './rest-li.ts';

export type MeterName = 'profiles' | 'searchPages' | 'lookups';

/** A member as an address names them. The same member by slug and by id are two subjects. */
export interface MemberSubject {
  readonly kind: 'slug' | 'id';
  /** A slug in lower case; an id as it is: there the case makes a difference. */
  readonly value: string;
}

export type RequestMeter =
  | { readonly kind: 'profiles'; readonly subject: MemberSubject }
  | { readonly kind: 'searchPages' }
  | { readonly kind: 'lookups' };

/** From the parameters of an address: null is free of charge, undefined is not to be told. */
export type ReadMeter = (parameters: RestLiFields) => RequestMeter | null | undefined;

const MEMBER_ID = /^ACo[\w-]*$/;
const PROFILE_URN = /^urn:li:fsd_profile:([\w-]+)$/;
/** `urn:li:fsd_profilePagedListComponent:(<member>,…)` */
const LIST_OWNER = /^urn:li:fsd_profilePagedListComponent:\(([\w-]+),/;
/** Whoever else a list's name is about: `fsd_profile:<member>`, `fsd_profilePosition:(<member>,…)`. */
const NAMED_MEMBER = /(?:profile:|:\(|:(?=ACo))([\w-]+)/g;

export const free: ReadMeter = () => null;
export const searchPage: ReadMeter = () => ({ kind: 'searchPages' });
export const lookup: ReadMeter = () => ({ kind: 'lookups' });
/** `memberIdentity=maren-holt` */
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

/** A list that names two members would be counted for one of them and might answer about the other. */
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
