/**
 * One sample row of a table by its number. Rows refer to each other by calculation, not by look-up: the
 * investor of a company, its people, the reviews of its products. Every name ends in "(sample)",
 * every address in `.example`.
 */
import { companies } from '@leadloom/shared/tables/companies';
import { investors } from '@leadloom/shared/tables/investors';
import { jobs } from '@leadloom/shared/tables/jobs';
import { shopify } from '@leadloom/shared/tables/shopify';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { generalRow } from './general-row.ts';
import { DAY, dayBefore, emailOf, momentBefore, optionOf, phoneOf, several, valuesOf } from './sample-cells.ts';
import { MARK, sampleCompany, sampleInvestor, sampleLocation, samplePerson, sampleShop } from './sample-names.ts';
import { type Draw, drawFor, itemOf } from './sample-numbers.ts';
import { sampleVideo } from './sample-video.ts';
import {
  cons,
  departments,
  flairs,
  jobTitles,
  languages,
  praise,
  pros,
  reviewTags,
  roles,
  statesByCity,
  subreddits,
  topics,
} from './sample-words.ts';

/** One person in this many is with an investor, all others with a company. */
const PEOPLE_PER_INVESTOR = 8;

export interface SampleSize {
  readonly seed: number;
  /** Rows of each table. */
  readonly rows: number;
}

type Row = Readonly<Record<string, unknown>>;

/** The row's number, from 0, and when rows are made: posts and videos end on the day before. */
interface RowRequest {
  readonly index: number;
  readonly now: Date;
}

export function sampleRow(table: TableName, size: SampleSize, { index, now }: RowRequest): Row {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const make = makers[table];
  if (make === undefined) return generalRow(tableByName(table), size.seed, index);
  return make(size, index, drawFor(size.seed + (makersSalt[table] ?? 0), index), today);
}

/** Tables draw differently from one seed. */
const makersSalt: Readonly<Partial<Record<TableName, number>>> = {
  companies: 101,
  investors: 211,
  people: 307,
  reviews: 401,
  shopify: 503,
  'reddit-posts': 601,
  'tiktok-videos': 701,
  jobs: 907,
};

const EMPLOYEE_RANGES = ['1-10', '11-50', '51-200', '201-500', '5,001-10,000', '10,001+'] as const;

type MakeRow = (size: SampleSize, index: number, draw: Draw, today: number) => Row;

/** Makers for tables that have words of their own; rows of other tables are made of their columns. */
const makers: Readonly<Partial<Record<TableName, MakeRow>>> = {
  companies: ({ seed }, index, draw) => {
    const { name, slug, domain } = sampleCompany(seed, index);
    const contact = isWithInvestor(index) || draw.chance(35, 'contact') ? null : samplePerson(seed, index);
    const hasRange = draw.chance(20, 'range');
    const place = sampleLocation(seed, index);
    const revenue = draw.chance(70, 'revenue') ? draw.below(9000, 'revenue size') / 100 : null;
    return {
      name,
      linkedin_url: `https://www.linkedin.example/company/sample-${slug}`,
      website: `https://www.${domain}`,
      ...place,
      state: statesByCity[place.city] ?? null,
      legal_name: draw.chance(40, 'legal name') ? `${name.replace(` ${MARK}`, '')} Holding ${MARK}` : null,
      business_status: optionOf(companies, 'business_status', draw),
      ownership_status: optionOf(companies, 'ownership_status', draw),
      verticals: several(draw, valuesOf(companies, 'vertical'), 3, 'verticals'),
      employee_count: hasRange ? null : 1 + draw.below(draw.of([12, 60, 240, 4000], 'size'), 'employees'),
      employee_range: hasRange ? draw.of(EMPLOYEE_RANGES, 'size') : null,
      main_contact_email: contact === null ? null : emailOf(contact.slug, domain),
      main_contact_name: contact?.name ?? null,
      ...financing(seed, index),
      revenue,
      ebitda: revenue === null ? null : Math.round(revenue * (draw.below(60, 'margin') - 20)) / 100,
      description: `${name} is an invented company. It shows what a row of this table looks like.`,
      phone: draw.chance(60, 'phone') ? phoneOf(draw) : null,
      last_financing_amount: draw.chance(60, 'financed') ? (1 + draw.below(400, 'financing')) / 10 : null,
      jobs_open: draw.chance(50, 'hiring') ? draw.below(30, 'jobs') : null,
      legal_form: draw.chance(50, 'form') ? draw.of(LEGAL_FORMS, 'which form') : null,
      founded_on: draw.chance(70, 'founded') ? dayBefore(400 + draw.below(9000, 'age')) : null,
      careers_url: draw.chance(40, 'careers') ? `https://www.${domain}/careers` : null,
      ...registered(seed + 1, index, draw),
      ...websiteState(draw),
      updated_at: momentBefore(draw, 60),
    };
  },

  investors: ({ seed, rows }, index, draw) => {
    const { name, domain } = sampleInvestor(seed, index);
    const { city, country } = sampleLocation(seed + 1, index);
    const company = companyOfInvestor(rows, index);
    const contact = isWithInvestor(index) ? samplePerson(seed, index) : null;
    const types = valuesOf(investors, 'preferred_investment_type');
    const deal = financing(seed, company).last_financing_deal_type;
    return {
      name,
      primary_investor_type: optionOf(investors, 'primary_investor_type', draw),
      website: `https://${domain}`,
      city,
      country,
      state: statesByCity[city] ?? null,
      legal_name: draw.chance(40, 'legal name') ? `${name.replace(` ${MARK}`, '')} Management ${MARK}` : null,
      primary_contact_email: contact === null ? null : emailOf(contact.slug, domain),
      primary_contact_name: contact?.name ?? null,
      phone: draw.chance(40, 'phone') ? phoneOf(draw) : null,
      last_investment_company_name: sampleCompany(seed, company).name,
      preferred_investment_types: [...new Set([deal, ...several(draw, types, 2, 'types')])],
      aum: draw.chance(60, 'aum') ? 5 + draw.below(4000, 'assets') : null,
      employees: draw.chance(60, 'employees') ? 1 + draw.below(80, 'staff') : null,
      linkedin_url: draw.chance(50, 'linkedin') ? `https://www.linkedin.example/company/sample-${domain.split('.')[0]}` : null,
      ...registered(seed + 2, index, draw),
      ...websiteState(draw),
      updated_at: momentBefore(draw, 60),
    };
  },

  people: ({ seed }, index, draw) => {
    const person = samplePerson(seed, index);
    const employer = isWithInvestor(index) ? sampleInvestor(seed, index) : sampleCompany(seed, index);
    const { city, country } = sampleLocation(isWithInvestor(index) ? seed + 1 : seed, index);
    const role = draw.of(roles, 'role');
    return {
      name: person.name,
      title: role,
      company_name: employer.name,
      company_website: `https://${isWithInvestor(index) ? '' : 'www.'}${employer.domain}`,
      linkedin_url: person.linkedinUrl,
      country,
      city,
      email: draw.chance(70, 'email') ? emailOf(person.slug, employer.domain) : null,
      phone: draw.chance(30, 'phone') ? phoneOf(draw) : null,
      biography: `An invented ${role} at ${employer.name}.`,
      is_investor: isWithInvestor(index),
      updated_at: momentBefore(draw, 60),
    };
  },

  reviews: ({ seed, rows }, index, draw) => {
    const company = draw.below(rows, 'company');
    const reviewer = draw.below(rows, 'reviewer');
    const { name, slug, domain } = sampleCompany(seed, company);
    return {
      review_title: `${draw.of(praise, 'title')} ${MARK}`,
      product_url: `https://www.${domain}/product`,
      rating: 1 + draw.below(9, 'rating') / 2,
      review_url: `https://reviews.example/${slug}/${index + 1}`,
      reviewer_linkedin_url: samplePerson(seed, reviewer).linkedinUrl,
      reviewer_country: sampleLocation(isWithInvestor(reviewer) ? seed + 1 : seed, reviewer).country,
      tags: several(draw, reviewTags, 3, 'tags'),
      published_on: dayBefore(draw.below(900, 'published')),
      text: draw.chance(80, 'text') ? `An invented review of a product by ${name}.` : null,
      pros: draw.chance(60, 'pros') ? `${draw.of(pros, 'which pros')}.` : null,
      cons: draw.chance(60, 'cons') ? `${draw.of(cons, 'which cons')}.` : null,
      reviewer_name: samplePerson(seed, reviewer).name,
      review_id: `sample-${index + 1}`,
      updated_at: momentBefore(draw, 60),
    };
  },

  shopify: ({ seed }, index, draw) => {
    const { name, slug, domain } = sampleShop(seed, index);
    const reviews = draw.below(draw.of([10, 100, 1000, 20_000], 'fame'), 'reviews');
    return {
      merchant_name: name,
      url: `https://${domain}`,
      youtube_channel: draw.chance(30, 'youtube') ? `https://youtube.example/@${slug}` : null,
      instagram: draw.chance(70, 'instagram') ? `https://instagram.example/${slug}` : null,
      facebook: draw.chance(50, 'facebook') ? `https://facebook.example/${slug}` : null,
      linkedin: draw.chance(25, 'linkedin') ? `https://www.linkedin.example/company/sample-${slug}` : null,
      locale: draw.of(languages, 'locale'),
      currency: optionOf(shopify, 'currency', draw),
      emails: draw.chance(60, 'emails') ? [`hello@${domain}`, ...(draw.chance(30, 'orders') ? [`orders@${domain}`] : [])] : [],
      total_reviews: reviews,
      average_review: reviews === 0 ? null : 3 + draw.below(20, 'average') / 10,
      description: `${name} is an invented shop.`,
      topics: several(draw, topics, 3, 'topics'),
      last_crawled_at: momentBefore(draw, 30),
      ...websiteState(draw),
      updated_at: momentBefore(draw, 30),
    };
  },

  jobs: ({ seed, rows }, index, draw) => {
    const company = draw.below(rows, 'company');
    const { name, domain } = sampleCompany(seed, company);
    const { city, country } = sampleLocation(seed, company);
    const published = draw.below(200, 'published');
    const salary = draw.chance(50, 'salary') ? 1_000 * (30 + draw.below(90, 'pay')) : null;
    return {
      title: `${draw.of(jobTitles, 'title')} ${MARK}`,
      company_name: name,
      company_website: `https://www.${domain}`,
      department: draw.of(departments, 'department'),
      location: `${city}, ${country}`,
      country,
      workplace: optionOf(jobs, 'workplace', draw),
      employment_type: optionOf(jobs, 'employment_type', draw),
      salary_min: salary,
      salary_max: salary === null ? null : salary + 1_000 * draw.below(40, 'span'),
      salary_currency: salary === null ? null : draw.of(['EUR', 'USD', 'GBP'], 'currency'),
      published_on: dayBefore(published),
      url: `https://jobs.example/${domain.split('.')[0]}/${index + 1}`,
      first_seen_at: `${dayBefore(published)}T00:00:00.000Z`,
      closed_on: draw.chance(30, 'closed') ? dayBefore(Math.floor(published / 2)) : null,
      updated_at: momentBefore(draw, 30),
    };
  },

  'reddit-posts': ({ seed, rows }, index, draw, today) => {
    const subreddit = draw.of(subreddits, 'subreddit');
    const id = (index + 1).toString(36).padStart(6, '0');
    const topic = sampleCompany(seed, draw.below(rows, 'company')).name;
    return {
      title: `What do you think of ${topic.replace(` ${MARK}`, '')}? ${MARK}`,
      author: `sample_${itemOf(subreddits, index + 1)}_${draw.below(200, 'author')}`,
      subreddit_name: subreddit,
      permalink: `https://www.reddit.example/r/${subreddit}/comments/sample${id}/what_do_you_think/`,
      image_url: draw.chance(20, 'image') ? `https://images.example/sample/${id}.jpg` : null,
      comment_count: draw.below(draw.of([8, 60, 700], 'talk'), 'comments'),
      score: draw.below(draw.of([15, 120, 2000, 15_000], 'fame'), 'score') - 4,
      type: draw.of(['self', 'link', 'image'], 'type'),
      flair: draw.of(flairs, 'flair'),
      text: `An invented post. It asks what people think of ${topic}.`,
      posted_at: momentBefore(draw, 180, today),
      updated_at: momentBefore(draw, 30, today),
    };
  },

  'tiktok-videos': ({ seed, rows }, index, draw, today) => sampleVideo({ seed, rows, index, draw, until: today }),
};

function isWithInvestor(person: number): boolean {
  return person % PEOPLE_PER_INVESTOR === PEOPLE_PER_INVESTOR - 1;
}

/** Every company has one investor, and every investor one company it invested in last. */
function companyOfInvestor(rows: number, investor: number): number {
  return rows - 1 - investor;
}

const LEGAL_FORMS = ['Limited company', 'Corporation', 'Partnership', 'Cooperative'] as const;

/** Numbers that no register gives. */
function registered(seed: number, index: number, draw: Draw) {
  if (!draw.chance(30, 'registered')) return { registry: null, registry_id: null };
  return { registry: optionOf(companies, 'registry', draw), registry_id: `sample-${seed}-${index + 1}` };
}

/** Most websites answer, and their state is blank. */
function websiteState(draw: Draw) {
  const isChecked = draw.chance(80, 'checked');
  return {
    website_state:
      isChecked && draw.chance(40, 'state') ? draw.of(['unreachable', 'no_mail_server', 'not_checked'], 'which') : null,
    website_checked_on: isChecked ? dayBefore(draw.below(80, 'days')) : null,
  };
}

/** The deal that a company and its investor both name. */
function financing(seed: number, company: number) {
  const draw = drawFor(seed + 811, company);
  const types = valuesOf(companies, 'last_financing_deal_type').filter((type) =>
    valuesOf(investors, 'preferred_investment_type').includes(type),
  );
  return { last_financing_deal_type: draw.of(types, 'deal'), last_financing_on: dayBefore(draw.below(1200, 'financed')) };
}
