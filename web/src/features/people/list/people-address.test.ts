import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from './people-address.ts';
import { noFilters, TAG_FILTER_LIMIT } from './people-filters.ts';

describe('the address of the list', () => {
  it('the default state has an empty address', () => {
    expect(writeAddress(readAddress(''))).toBe('');
  });

  it.each([
    '?query=loom+%26+weft&country=C%C3%B4te+d%E2%80%99Ivoire&company=%E7%B9%94%E6%A9%9F&tags=Freight,Oslo+fair',
    '?with_email=true&incomplete=true&collect_again=true&collected_after=2026-01-01&collected_before=2026-02-28',
    '?title=Engineer&title_not=Junior&country_not=France&school_has=false&follower_count_from=10&tag_not=cold&company.domain=nordlys.example',
    '?country=France&country=Norway',
    '?company=Acme,+Inc.',
    '?sort=full_name&order=asc&page=7&per_page=15',
    '?per_page=100',
    '?sort=collected_at&order=asc',
    '?country=France&page=2&show=chart&by=country&by=collected',
    '?show=chart&by=title&measure=avg&of=follower_count',
  ])('an address is the same after reading and writing: %s', (search) => {
    expect(writeAddress(readAddress(search))).toBe(search);
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1.5',
    '?page=1000001',
    '?page=x',
    '?per_page=1',
    '?sort=account_id&order=asc',
    '?with_email=1',
    '?incomplete_not=false',
    '?follower_count_from=many',
    '?company.people.any=true',
    '?where=country',
    '?collected_after=2026-02-30',
    '?collected_before=tomorrow',
    `?query=${'x'.repeat(201)}`,
    `?country=${'x'.repeat(201)}`,
    '?tags=,,%20,',
    `?tags=${'x'.repeat(41)}`,
    '?query=%20%20',
    '?show=rows&by=country',
  ])('values that the server would refuse are left out of the address: %s', (search) => {
    expect(writeAddress(readAddress(search))).toBe('');
  });

  it('a checkbox that asks for the others has a parameter of its own', () => {
    expect(writeAddress(readAddress('?with_email=false'))).toBe('?with_email_not=true');
  });

  it('a chart by what is not known is the first one', () => {
    expect(writeAddress(readAddress('?show=chart&by=shoe_size'))).toBe('?show=chart&by=country');
  });

  it('values between commas are several, unless a space follows', () => {
    expect(readAddress('?company=Nordlys,Kestrel').filters).toEqual({ company: ['Kestrel', 'Nordlys'] });
    expect(readAddress('?company=Acme,%20Inc.').filters).toEqual({ company: ['Acme, Inc.'] });
  });

  it('the address contains as many tags as the server accepts, each once', () => {
    const many = Array.from({ length: TAG_FILTER_LIMIT + 5 }, (_, index) => `tag ${index}`);
    const { filters } = readAddress(`?tags=${encodeURIComponent([...many, 'tag 0'].join(','))}`);
    expect(filters).toEqual({ ...noFilters, tags: many.slice(0, TAG_FILTER_LIMIT) });
  });
});
