/** A collected profile whose every text is hostile: all of them in each field, one in each field of an experience and of an education. */
import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import { collectedProfile } from '../../../faults/spa/answers.ts';

export function hostileProfile(texts: readonly string[]): CollectedProfile {
  const text = texts.join(' ');
  return {
    ...collectedProfile,
    full_name: text,
    headline: text,
    description: text,
    location: text,
    country: text,
    company_url: text,
    company_name: text,
    email: text,
    phones: [...texts],
    websites: [...texts],
    tags: [...texts],
    experiences: texts.map((each) => ({
      title: each,
      description: each,
      company_url: each,
      company_name: each,
      category: each,
      location: each,
      started_at: '2019-03-01',
      started_precision: 'month',
      ended_at: null,
      ended_precision: null,
      is_current: true,
    })),
    educations: texts.map((each) => ({
      school_name: each,
      school_url: each,
      degree: each,
      field: each,
      started_at: '2011-01-01',
      ended_at: '2015-01-01',
    })),
  };
}

/** Tells the profile with one address from that with the address before it. */
export function addressHeadline(number: number): string {
  return `Weaver with address ${number}.`;
}

export function profileWithAddress(address: string, number: number): CollectedProfile {
  const places = { photo_url: address, profile_url: address, company_url: address, company_name: null };
  return { ...collectedProfile, ...places, headline: addressHeadline(number) };
}
