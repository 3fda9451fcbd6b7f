import { describe, expect, test } from 'vitest';
import { headerMapper } from './header-mapper.ts';
import { people } from './people.ts';

const fieldOf = (header: string) => headerMapper(people)(header)?.field ?? null;

describe('headers of job titles', () => {
  test.each([
    'title',
    'Title',
    'Job Title',
    'Jobtitle',
    'job_title',
    'JobTitle',
    'Position',
    'Role',
    'Job Role',
    'Occupation',
    'Current Position',
    'Current Title',
    'Contact Title',
    'Person Title',
    'Berufsbezeichnung',
    'Intitulé du poste',
    'Cargo',
    'Puesto',
    'Ruolo',
    'Função',
  ])('%s is one', (header) => expect(fieldOf(header)).toBe('title'));

  test.each([
    ['Headline', 'biography'],
    ['headline', 'biography'],
    ['Biography', 'biography'],
    ['Summary', 'biography'],
    ['About', 'biography'],
    ['Company', 'company_name'],
    ['Full Name', 'name'],
    ['Subtitle', null],
    ['Title Page', null],
    ['Department', null],
    ['Seniority', null],
  ])('%s is none', (header, field) => expect(fieldOf(header)).toBe(field));
});
