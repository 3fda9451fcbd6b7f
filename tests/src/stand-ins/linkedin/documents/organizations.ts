/** Companies and schools: the finder's full record, the thin stub, and what the search box suggests. */
import { collection, type Document, Entity, type Node, type NodeObject, typed } from '../dialect/node.ts';
import { COMPANY_COUNT, type Company } from '../model/companies.ts';
import { type Location, suggestedLocations } from '../model/locations.ts';
import type { Network } from '../model/network.ts';
import { companyEntity, geoEntity } from './entity-parts.ts';
import { textModel } from './layout.ts';
import { companyUrn, types } from './urns.ts';

const FULL = 'com.linkedin.voyager.organization.Company';
const RECIPE = 'com.linkedin.voyager.deco.organization.web.WebFullCompanyMain';
const SUGGESTIONS = 10;

/** The finder's answer; another company of the same house stands before the one asked for. */
export function companyDocument(network: Network, company: Company): Document {
  const sister = network.company(company.id + 1);
  const body = collection({ start: 0, count: 10 }, [fullCompany(company)], { entityUrn: 'urn:li:collectionResponse:companies' });
  return { kind: 'rest', body, extra: sister.id === company.id ? [] : [fullCompany(sister)] };
}

/** Registered queries by universal name answer little more than an address. */
export function thinCompanyDocument(company: Company, root: string): Document {
  const entity = new Entity(companyUrn(company.id), types.company, 'com.linkedin.6c2800112233445566778899aabbccdd', {
    guideFetcher: null,
  });
  return { kind: 'graphql', root, body: collection({ start: 0, count: 10 }, [entity]), extra: [] };
}

export function geoSuggestions(keywords: string, root: string | null): Document {
  const wanted = keywords.toLowerCase().normalize('NFC');
  const found = suggestedLocations.filter((place) => place.name.toLowerCase().includes(wanted)).slice(0, SUGGESTIONS);
  return suggestions(found.map(geoRow), root);
}

export function companySuggestions(network: Network, keywords: string, root: string | null): Document {
  const wanted = keywords.toLowerCase().normalize('NFC');
  const found: Company[] = [];
  for (let number = 0; number < COMPANY_COUNT && found.length < SUGGESTIONS; number += 1) {
    const company = network.company(number);
    if (company.name.toLowerCase().includes(wanted)) found.push(company);
  }
  return suggestions(found.map(companyRow), root);
}

function suggestions(elements: readonly NodeObject[], root: string | null): Document {
  const body = collection({ start: 0, count: SUGGESTIONS, ...(root === null ? {} : { total: elements.length }) }, elements);
  return root === null ? { kind: 'rest', body, extra: [] } : { kind: 'graphql', root, body, extra: [] };
}

function geoRow(place: Location): NodeObject {
  return suggestion(place.name, null, `urn:li:geo:${place.id}`, { geo: geoEntity(place) });
}

function companyRow(company: Company): NodeObject {
  return suggestion(company.name, `Company • ${company.industry.name}`, `urn:li:company:${company.id}`, {
    company: companyEntity(company),
  });
}

function suggestion(title: string, subtitle: string | null, trackingUrn: string, target: Node): NodeObject {
  return typed('com.linkedin.voyager.dash.search.EntityLockupViewModel', {
    title: textModel(title),
    subtitle: textModel(subtitle),
    trackingUrn,
    target,
  });
}

function fullCompany(company: Company): Entity {
  const industry = new Entity(`urn:li:fs_industry:${company.industry.id}`, 'com.linkedin.voyager.common.Industry', RECIPE, {
    localizedName: company.industry.name,
  });
  const following = new Entity(
    `urn:li:fs_followingInfo:urn:li:company:${company.id}`,
    'com.linkedin.voyager.common.FollowingInfo',
    RECIPE,
    { following: false, followerCount: company.followerCount },
  );
  return new Entity(`urn:li:fs_normalized_company:${company.id}`, FULL, RECIPE, {
    dashEntityUrn: companyUrn(company.id),
    trackingInfo: { objectUrn: `urn:li:company:${company.id}`, trackingId: 'c3RhbmQtaW4=' },
    name: company.name,
    universalName: company.universalName,
    url: company.url.replace(/\/$/, ''),
    description: company.description,
    tagline: null,
    companyPageUrl: company.website,
    staffCount: company.staffCount,
    staffCountRange: typed('com.linkedin.voyager.organization.shared.StaffCountRange', {
      start: company.staffRange.start,
      end: company.staffRange.end ?? undefined,
    }),
    headquarter: typed('com.linkedin.common.Address', {
      country: company.place.countryCode.toUpperCase(),
      city: company.place.nameWithoutCountry,
    }),
    companyType: { localizedName: company.kind === 'school' ? 'Educational' : 'Privately Held', code: 'PRIVATELY_HELD' },
    companyIndustries: [industry],
    followingInfo: following,
  });
}
