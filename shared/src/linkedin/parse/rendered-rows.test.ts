import { describe, expect, it } from 'vitest';
import type { ComponentRow } from './component-rows.ts';
import { readRows } from './component-rows.ts';
import { EntityIndex } from './entity-index.ts';
import { type Entity, type Json, textModel } from './fixtures/answer-form.ts';
import { component } from './fixtures/component-answers.ts';
import type { ParsedExperience } from './parsed-profile.ts';
import { educationsOfRows, experiencesOfRows } from './row-experiences.ts';

function row(fields: { readonly [key: string]: Json }): Entity {
  const { title, subtitle, caption, metadata, ...rest } = fields;
  const text = (value: Json | undefined): Json => (typeof value === 'string' ? textModel(value) : null);
  return component({
    entityComponent: {
      titleV2: { text: text(title) },
      subtitle: text(subtitle),
      caption: text(caption),
      metadata: text(metadata),
      ...rest,
    },
  });
}

function texts(...lines: readonly (string | Entity)[]): Entity {
  const components = lines.map((line) =>
    component({ textComponent: { text: typeof line === 'string' ? textModel(line) : line } }),
  );
  return { components: [component({ fixedListComponent: { components } })] };
}

function rows(...items: readonly unknown[]): readonly ComponentRow[] {
  return readRows(new EntityIndex(), items);
}

function experience(...items: readonly unknown[]): ParsedExperience | undefined {
  return experiencesOfRows(rows(...items))[0];
}

describe('a rendered role', () => {
  it.each([
    ['Tidewick · Full-time', 'Tidewick', 'Full-time'],
    ['Tidewick', 'Tidewick', null],
    ['Tidewick · Freight · Contract', 'Tidewick · Freight', 'Contract'],
    ['Tidewick·Freight', 'Tidewick·Freight', null],
    [null, null, null],
  ])('a role with the subtitle %j has the employer %j and the type %j', (subtitle, company_name, category) => {
    expect(experience(row({ title: 'Role', subtitle }))).toMatchObject({ company_name, category });
  });

  it('the employer’s own name is recognised if its page is in the answer', () => {
    const index = new EntityIndex();
    index.add([
      { entityUrn: 'urn:li:fsd_company:5', name: 'Tidewick · Freight', url: 'https://www.linkedin.com/company/tidewick/' },
    ]);
    const logo = { attributes: [{ detailData: { '*companyLogo': 'urn:li:fsd_company:5' } }] };
    const read = (subtitle: string): ParsedExperience | undefined =>
      experiencesOfRows(
        readRows(index, [row({ title: 'Role', subtitle, image: logo, textActionTarget: 'https://www.linkedin.com/company/5/' })]),
      )[0];
    expect(read('Tidewick · Freight')).toMatchObject({
      company_name: 'Tidewick · Freight',
      category: null,
      company_url: 'https://www.linkedin.com/company/tidewick',
    });
    expect(read('Tidewick · Freight · Contract')).toMatchObject({
      company_name: 'Tidewick · Freight',
      category: 'Contract',
      company_id: '5',
    });
  });

  it.each([
    ['https://www.linkedin.com/company/990001/', '990001', 'https://www.linkedin.com/company/990001'],
    ['https://de.linkedin.com/company/tide-wick/?trk=x', null, 'https://www.linkedin.com/company/tide-wick'],
    ['https://www.linkedin.com/school/larkspur/', null, 'https://www.linkedin.com/school/larkspur'],
    ['https://www.linkedin.com/company/b%C3%A4ckerei', null, 'https://www.linkedin.com/company/b%C3%A4ckerei'],
    ['https://www.linkedin.com/company/bäckerei/', null, 'https://www.linkedin.com/company/b%C3%A4ckerei'],
    ['https://www.linkedin.com/search/results/all/?keywords=Tidewick', null, null],
    ['https://linkedin.com.example.com/company/1/', null, null],
    ['https://www.linkedin.com/company/%E0%A4%A', null, null],
    ['javascript:alert(1)//linkedin.com/company/1', null, null],
    [null, null, null],
  ])('a role linked to %s has the company id %j', (textActionTarget, company_id, company_url) => {
    expect(experience(row({ title: 'Role', subtitle: 'Tidewick', textActionTarget }))).toMatchObject({ company_id, company_url });
  });

  it.each([
    ['Gent, Belgium', 'Gent, Belgium'],
    ['Gent, Belgium · Hybrid', 'Gent, Belgium'],
    [null, null],
  ])('a role with the metadata %j is in %j', (metadata, location) => {
    expect(experience(row({ title: 'Role', metadata }))?.location).toBe(location);
  });

  it.each([
    'Skills: Python · SQL',
    'Kenntnisse: Python · SQL',
    'Compétences\u00a0: Python',
    'Aptitudes: Python',
    'Competências: Python',
    'Umiejętności: Python',
    'Навыки: Python',
    'Δεξιότητες: Python',
    'المهارات: Python',
    'מיומנויות: Python',
    'कौशल: Python',
    'ทักษะ: Python',
    'Kỹ năng: Python',
    'スキル: Python',
    '보유기술: Python',
    '技能：Python',
  ])('the skills row %j is not taken for a description', (skills) => {
    expect(experience(row({ title: 'Role', subComponents: texts('What I did.', skills) }))?.description).toBe('What I did.');
  });

  it('a skills row is recognised in any language by its bold start', () => {
    const bold = { text: 'Quxen: Python', attributesV2: [{ start: 0, length: 6, detailData: { style: 'BOLD' } }] };
    const plain = { text: 'Quxen: Python', attributesV2: [] };
    expect(experience(row({ title: 'Role', subComponents: texts(bold) }))?.description).toBeNull();
    expect(experience(row({ title: 'Role', subComponents: texts(plain) }))?.description).toBe('Quxen: Python');
  });

  it('every text of a description is kept', () => {
    expect(experience(row({ title: 'Role', subComponents: texts('One: first.', 'Two.', 'Skills: X') }))?.description).toBe(
      'One: first.\n\nTwo.',
    );
  });

  it('a role with attached media below is a single role', () => {
    const media = component({ entityComponent: { titleV2: { text: textModel('A certificate') } } });
    const read = experiencesOfRows(
      rows(row({ title: 'Role', subtitle: 'Tidewick', caption: '2019 - 2021', subComponents: { components: [media] } })),
    );
    expect(read).toMatchObject([{ title: 'Role', company_name: 'Tidewick', started_at: '2019-01-01' }]);
  });

  it('the placeholder of an empty section is not a role', () => {
    expect(rows(row({ title: 'Nothing to see for now', isNullState: true }))).toEqual([]);
  });
});

describe('a rendered group of roles', () => {
  const role = (title: string, caption: string, fields: Entity = {}): Entity => row({ title, caption, ...fields });
  const group = (below: readonly Entity[], fields: Entity = {}): Entity =>
    row({
      title: 'Tidewick',
      subtitle: '4 yrs',
      textActionTarget: 'https://www.linkedin.com/company/7/',
      subComponents: { components: below },
      ...fields,
    });

  it('every role of a group has the employer of the group', () => {
    const read = experiencesOfRows(
      rows(group([role('Lead', '2021 - Present', { subtitle: 'Full-time' }), role('Junior', '2019 - 2021')])),
    );
    expect(read).toMatchObject([
      { title: 'Lead', company_name: 'Tidewick', company_id: '7', category: 'Full-time', is_current: true },
      { title: 'Junior', company_name: 'Tidewick', company_id: '7', category: null, is_current: false },
    ]);
  });

  it('the roles of a group share its location and employment type', () => {
    const read = experiencesOfRows(
      rows(
        group([role('Lead', '2021 - Present')], {
          subtitle: 'Full-time · 4 yrs',
          metadata: 'Gent · Remote',
        }),
      ),
    );
    expect(read).toMatchObject([{ category: 'Full-time', location: 'Gent' }]);
  });

  it('a role without a caption has the dates of its subtitle', () => {
    const read = experiencesOfRows(rows(group([row({ title: 'Lead', subtitle: 'Mar 2021 - Present · 4 yrs' })])));
    expect(read).toMatchObject([{ started_at: '2021-03-01', category: null, is_current: true }]);
  });

  it('groups are not read deeper than one level', () => {
    const deep = group([group([role('Lead', '2021 - Present')])]);
    expect(experiencesOfRows(rows(deep))).toHaveLength(1);
  });
});

describe('a rendered education', () => {
  it.each([
    ['Master of Science - MS, Industrial Engineering', 'Master of Science - MS', 'Industrial Engineering'],
    ['学士，计算机', '学士', '计算机'],
    ['بكالوريوس، هندسة', 'بكالوريوس', 'هندسة'],
    ['Abitur', 'Abitur', null],
    [null, null, null],
  ])('an education with the subtitle %j is read', (subtitle, degree, field) => {
    expect(educationsOfRows(rows(row({ title: 'Larkspur', subtitle, caption: '2012 - 2017' })))).toEqual([
      { school_name: 'Larkspur', school_url: null, degree, field, started_at: '2012-01-01', ended_at: '2017-01-01' },
    ]);
  });
});
