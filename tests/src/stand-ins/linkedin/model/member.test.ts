import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scramble, unscramble } from './dice.ts';
import { memberId, readMemberId } from './identifiers.ts';
import { createNetwork } from './network.ts';
import { firstIndexWith, type traitsOf } from './traits.ts';

const network = createNetwork({ seed: 7, memberCount: 3_000_000, viewerSlug: 'robin-viewer', localeChoice: 'member' });
const memberWith = (name: keyof ReturnType<typeof traitsOf>) =>
  network.member(firstIndexWith((traits) => traits[name] && !traits.gone));

describe('fictional members', () => {
  it('the same seed makes the same members, and another seed makes others', () => {
    const again = createNetwork({ seed: 7, memberCount: 5, viewerSlug: 'robin-viewer', localeChoice: 'member' });
    const other = createNetwork({ seed: 8, memberCount: 5, viewerSlug: 'robin-viewer', localeChoice: 'member' });
    expect(again.member(3)).toEqual(network.member(3));
    expect(other.member(3)).not.toEqual(network.member(3));
  });

  it('a member is found by slug and by id, whatever its index', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_999_999 }), (index) => {
        const member = network.member(index);
        expect(network.findMember(member.slug)?.index).toBe(index);
        expect(network.findMember(member.slug.toUpperCase())?.index).toBe(index);
        expect(network.findMember(member.id)?.index).toBe(index);
        expect(member.id).toMatch(/^ACoAA[\w-]{34}$/);
        expect(member.slug).toMatch(/^[\p{L}\p{M}\p{N}-]{1,100}$/u);
      }),
      { numRuns: 500 },
    );
  });

  it('an address that is nearly a member’s finds nobody', () => {
    const { id, slug } = network.member(42);
    expect(network.findMember(`${slug}a`)).toBeUndefined();
    expect(network.findMember(`x${slug}`)).toBeUndefined();
    expect(network.findMember(id.slice(0, -1))).toBeUndefined();
    expect(network.findMember(`${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`)).toBeUndefined();
    expect(network.findMember('nobody-at-all')).toBeUndefined();
  });

  it('members end at the member count', () => {
    const small = createNetwork({ seed: 7, memberCount: 10, viewerSlug: 'robin-viewer', localeChoice: 'member' });
    expect(() => small.member(10)).toThrow(RangeError);
    expect(small.findMember(network.member(10).slug)).toBeUndefined();
    expect(small.findMember(network.member(9).slug)?.index).toBe(9);
  });

  it('identifiers hide the index and can be read back', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 0xffff_ffff }), (seed, index) => {
        expect(unscramble(seed, scramble(seed, index))).toBe(index);
        expect(readMemberId(seed, memberId(seed, index))).toBe(index);
      }),
    );
  });

  it('members show every oddity that a reader must handle', () => {
    expect(memberWith('withoutPhoto').photo).toBeNull();
    expect(memberWith('manyEmployers').groups.length).toBeGreaterThan(10);
    expect(memberWith('veryManyEmployers').groups.length).toBeGreaterThan(20);
    expect(memberWith('groupedRoles').groups[0]?.roles.length).toBeGreaterThan(1);
    expect(memberWith('freeTextEmployer').groups[1]?.employer.company).toBeNull();
    expect(memberWith('schoolEmployer').groups[0]?.employer.company?.url).toContain('/school/');
    expect(memberWith('danglingCompany').groups[0]?.employer.isDangling).toBe(true);
    expect(memberWith('yearOnlyDates').groups[0]?.roles[0]?.start?.month).toBeNull();
    expect(memberWith('withoutExperience').groups).toEqual([]);
    expect(memberWith('countryOnly').place.nameWithoutCountry).toBeNull();
    expect(memberWith('withoutSummary').summary).toBeNull();
    expect(memberWith('withoutContact').contact).toBeNull();
    expect(memberWith('outOfNetwork').distance).toBe('out');
    expect(memberWith('restricted').access).toBe('restricted');
    expect(network.member(firstIndexWith((traits) => traits.gone)).access).toBe('gone');
    expect(memberWith('connected').contact?.email).toMatch(/@example\.com$/);
  });

  it('members use several scripts, in names and in slugs', () => {
    const members = Array.from({ length: 60 }, (_, index) => network.member(index));
    for (const script of ['Latin', 'Cyrillic', 'Han', 'Hangul', 'Arabic', 'Devanagari']) {
      expect(members.some((member) => new RegExp(`\\p{Script=${script}}`, 'u').test(member.lastName))).toBe(true);
    }
    expect(members.some((member) => /[^\p{ASCII}]/u.test(member.slug))).toBe(true);
  });

  it('a career runs backwards without overlapping months', () => {
    for (let index = 0; index < 300; index += 1) {
      const dated = network
        .member(index)
        .groups.flatMap((group) => group.roles)
        .filter((role) => role.start !== null);
      const months = dated.map(({ start, end }) => ({
        start: (start?.year ?? 0) * 12 + (start?.month ?? 1),
        end: end === null ? Number.MAX_SAFE_INTEGER : end.year * 12 + (end.month ?? 12),
      }));
      for (const { start, end } of months) expect(start).toBeLessThanOrEqual(end);
      const starts = months.map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((one, other) => other - one));
      expect(starts.every((start) => start > 1950 * 12)).toBe(true);
    }
  });

  it('text that a test adds is in everything a member can write', () => {
    const decorated = createNetwork({ seed: 7, memberCount: 100, viewerSlug: 'robin-viewer', localeChoice: 'member' });
    decorated.decorateText('<img src=x onerror=alert(1)>');
    const member = decorated.member(1);
    expect(member.headline).toContain('<img');
    expect(member.groups[0]?.roles[0]?.title).toContain('<img');
    expect(decorated.findMember(network.member(1).slug)?.index).toBe(1);
    decorated.decorateText(null);
    expect(decorated.member(1)).toEqual(network.member(1));
  });
});

describe('companies', () => {
  it('a company is found by universal name and by number, and a school has its own address', () => {
    const company = network.company(3);
    expect(network.findCompany(company.universalName)).toEqual(company);
    expect(network.findCompany(String(company.id))).toEqual(company);
    expect(network.findCompany(`x-${company.id}`)).toBeUndefined();
    expect(network.findCompany('9000000')).toBeUndefined();
    expect(network.findCompany('9500001')?.url).toContain('/school/');
  });
});
