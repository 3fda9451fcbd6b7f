import { buildCompanyUrl } from '@leadloom/shared/linkedin/build-url';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '../catalogue/default-catalogue.ts';
import { readCompanyIdentity } from './company-identity.ts';

const [candidate] = defaultCatalogue.company;
if (candidate === undefined) throw new Error('the catalogue names no company endpoint');

describe('the company a call is about', () => {
  test.each([
    ['https://www.linkedin.com/company/nordlys-freight', 'nordlys-freight'],
    ['https://www.linkedin.com/company/nordlys-freight/about/?trk=x', 'nordlys-freight'],
    ['https://de.linkedin.com/company/90210/', '90210'],
    ['https://www.linkedin.com/school/kestrel-college', 'kestrel-college'],
    ['https://www.linkedin.com/company/caf%C3%A9-lumen', 'café-lumen'],
    [buildCompanyUrl(candidate, 'nordlys-freight'), 'nordlys-freight'],
    [buildCompanyUrl(candidate, '90210'), '90210'],
    [buildCompanyUrl(candidate, 'café-lumen'), 'café-lumen'],
  ])('%s identifies the company %s', (url, identity) => {
    expect(readCompanyIdentity(url)).toBe(identity);
  });

  test.each([
    '',
    'nordlys-freight',
    'https://www.linkedin.com/in/maren-holt',
    'https://www.linkedin.com/company/',
    'https://example.com/company/nordlys-freight',
    'https://www.linkedin.com.example.com/company/nordlys-freight',
    'https://www.linkedin.com/voyager/api/me',
    'https://www.linkedin.com/voyager/api/organization/companies?q=universalName',
    'javascript:alert(1)//www.linkedin.com/company/nordlys',
  ])('%s identifies no company', (url) => {
    expect(readCompanyIdentity(url)).toBeNull();
  });
});
