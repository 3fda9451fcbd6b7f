import { describe, expect, it } from 'vitest';
import { ilka, quillhaven } from './fixtures/fictional-member.ts';
import { companyAnswer, thinCompanyAnswer } from './fixtures/page-answers.ts';
import { contactAnswer } from './fixtures/profile-answers.ts';
import { unreadableAnswers } from './fixtures/unreadable-answers.ts';
import { parseCompany } from './parse-company.ts';

describe('parseCompany', () => {
  it('the company named by the root is read, not the showcase page next to it', () => {
    expect(parseCompany({ identity: quillhaven.slug, content: companyAnswer() })).toEqual({
      ok: true,
      isThin: false,
      company: {
        company_id: '7710001',
        company_name: 'Quillhaven Robotics',
        universal_name: 'quillhaven-robotics',
        company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
        website: 'https://quillhaven.example',
        description: 'Quiet robots.',
        industry: 'Automation Machinery',
        company_type: 'Privately Held',
        employee_count: 412,
        employee_range: { from: 201, to: 500 },
        city: 'Gent',
        region: 'Oost-Vlaanderen',
        country: 'BE',
        founded_year: null,
        specialities: ['Robots', 'Silence'],
        follower_count: 18_400,
        logo_url: expect.stringContaining('800_800'),
      },
    });
  });

  it('plain JSON is read, whose id is in the tracking information', () => {
    const plain = {
      elements: [
        { name: 'Tidewick', universalName: 'tidewick', staffCount: 3, trackingInfo: { objectUrn: 'urn:li:company:77' } },
      ],
    };
    expect(parseCompany({ identity: '77', content: plain })).toMatchObject({
      ok: true,
      company: { company_id: '77', company_name: 'Tidewick' },
    });
  });

  it.each(['fsd_company', 'fs_normalized_company', 'company', 'fs_miniCompany'])('%s is read as a spelling of the id', (type) => {
    const content = { elements: [{ entityUrn: `urn:li:${type}:12`, name: 'Tidewick' }] };
    expect(parseCompany({ identity: null, content })).toMatchObject({ ok: true, company: { company_id: '12' } });
  });

  it('an answer that is a stub is reported', () => {
    for (const identity of [quillhaven.slug, '7710001', null]) {
      expect(parseCompany({ identity, content: thinCompanyAnswer() })).toMatchObject({
        ok: true,
        isThin: true,
        company: { company_id: '7710001', company_name: null },
      });
    }
    expect(parseCompany({ identity: '1', content: thinCompanyAnswer() })).toMatchObject({ ok: false, kind: 'other_company' });
  });

  it('another company than the requested one is refused', () => {
    for (const identity of ['quillhaven-labs', '7719999', '']) {
      expect(parseCompany({ identity, content: companyAnswer() })).toMatchObject({ ok: false, kind: 'other_company' });
    }
    for (const identity of ['7710001', 'Quillhaven-Robotics', null])
      expect(parseCompany({ identity, content: companyAnswer() }).ok).toBe(true);
  });

  it.each(unreadableAnswers)('no company is read from %s', (_, content, kind) => {
    expect(parseCompany({ identity: null, content })).toMatchObject({ ok: false, kind });
  });

  it('a member is not read as a company', () => {
    expect(parseCompany({ identity: null, content: contactAnswer(ilka) })).toMatchObject({ ok: false, kind: 'unknown_form' });
  });
});
