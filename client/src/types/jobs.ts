/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of Jobs. */
export interface JobsRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly title: string | null;
  readonly company_name: string | null;
  /** Company website, with or without a scheme */
  readonly company_website: string | null;
  readonly department: string | null;
  readonly location: string | null;
  readonly country: string | null;
  readonly workplace: string | null;
  readonly employment_type: string | null;
  /** Salary from */
  readonly salary_min: number | null;
  /** Salary to */
  readonly salary_max: number | null;
  readonly salary_currency: string | null;
  readonly published_on: string | null;
  /** URL, with or without a scheme */
  readonly url: string | null;
  readonly first_seen_at: string | null;
  readonly closed_on: string | null;
  readonly updated_at: string | null;
  readonly sources: readonly string[] | null;
}

/** What rows of Jobs can be narrowed by. */
export interface JobsFilters {
  /** Words to search for. Each must start a word in Title, Company name, Department, Location, Country or Employment type. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** Title is any of these; case is ignored. */
  readonly title?: string | readonly string[] | undefined;
  /** Title is none of these; rows without a value stay. */
  readonly title_not?: string | readonly string[] | undefined;
  /** Only rows where Title has a value (true), or is blank (false). */
  readonly title_has?: boolean | undefined;
  /** Company name is any of these; case is ignored. */
  readonly company_name?: string | readonly string[] | undefined;
  /** Company name is none of these; rows without a value stay. */
  readonly company_name_not?: string | readonly string[] | undefined;
  /** Only rows where Company name has a value (true), or is blank (false). */
  readonly company_name_has?: boolean | undefined;
  /** Company website is on any of these domains, such as `example.com`. */
  readonly website?: string | readonly string[] | undefined;
  /** Website is none of these; rows without a value stay. */
  readonly website_not?: string | readonly string[] | undefined;
  /** Only rows where Website has a value (true), or is blank (false). */
  readonly website_has?: boolean | undefined;
  /** Department is any of these. More: `/table/jobs/options`. */
  readonly department?: string | readonly string[] | undefined;
  /** Department is none of these; rows without a value stay. */
  readonly department_not?: string | readonly string[] | undefined;
  /** Only rows where Department has a value (true), or is blank (false). */
  readonly department_has?: boolean | undefined;
  /** Location is any of these; case is ignored. */
  readonly location?: string | readonly string[] | undefined;
  /** Location is none of these; rows without a value stay. */
  readonly location_not?: string | readonly string[] | undefined;
  /** Only rows where Location has a value (true), or is blank (false). */
  readonly location_has?: boolean | undefined;
  /** Country is any of these. More: `/table/jobs/options`. */
  readonly country?: string | readonly string[] | undefined;
  /** Country is none of these; rows without a value stay. */
  readonly country_not?: string | readonly string[] | undefined;
  /** Only rows where Country has a value (true), or is blank (false). */
  readonly country_has?: boolean | undefined;
  /** Workplace is any of these. */
  readonly workplace?: 'On-site' | 'Hybrid' | 'Remote' | readonly ('On-site' | 'Hybrid' | 'Remote')[] | undefined;
  /** Workplace is none of these; rows without a value stay. */
  readonly workplace_not?: string | readonly string[] | undefined;
  /** Only rows where Workplace has a value (true), or is blank (false). */
  readonly workplace_has?: boolean | undefined;
  /** Employment type is any of these. More: `/table/jobs/options`. */
  readonly employment_type?: 'Full-time' | 'Part-time' | 'Contract' | 'Temporary' | 'Internship' | AnyText | readonly ('Full-time' | 'Part-time' | 'Contract' | 'Temporary' | 'Internship' | AnyText)[] | undefined;
  /** Employment type is none of these; rows without a value stay. */
  readonly employment_type_not?: string | readonly string[] | undefined;
  /** Only rows where Employment type has a value (true), or is blank (false). */
  readonly employment_type_has?: boolean | undefined;
  /** Salary from is at least this. */
  readonly salary_min_from?: number | undefined;
  /** Salary from is at most this. */
  readonly salary_min_to?: number | undefined;
  /** Only rows where Salary from has a value (true), or is blank (false). */
  readonly salary_min_has?: boolean | undefined;
  /** Salary to is at least this. */
  readonly salary_max_from?: number | undefined;
  /** Salary to is at most this. */
  readonly salary_max_to?: number | undefined;
  /** Only rows where Salary to has a value (true), or is blank (false). */
  readonly salary_max_has?: boolean | undefined;
  /** Salary currency is any of these. More: `/table/jobs/options`. */
  readonly salary_currency?: string | readonly string[] | undefined;
  /** Salary currency is none of these; rows without a value stay. */
  readonly salary_currency_not?: string | readonly string[] | undefined;
  /** Only rows where Salary currency has a value (true), or is blank (false). */
  readonly salary_currency_has?: boolean | undefined;
  /** Published on is on or after this day, in UTC. */
  readonly published_on_after?: string | undefined;
  /** Published on is on or before this day, in UTC. */
  readonly published_on_before?: string | undefined;
  /** Only rows where Published on has a value (true), or is blank (false). */
  readonly published_on_has?: boolean | undefined;
  /** First seen at is on or after this day, in UTC. */
  readonly first_seen_at_after?: string | undefined;
  /** First seen at is on or before this day, in UTC. */
  readonly first_seen_at_before?: string | undefined;
  /** Only rows where First seen at has a value (true), or is blank (false). */
  readonly first_seen_at_has?: boolean | undefined;
  /** Closed on is on or after this day, in UTC. */
  readonly closed_on_after?: string | undefined;
  /** Closed on is on or before this day, in UTC. */
  readonly closed_on_before?: string | undefined;
  /** Only rows where Closed on has a value (true), or is blank (false). */
  readonly closed_on_has?: boolean | undefined;
  /** Only rows where URL has a value (true), or is blank (false). */
  readonly url_has?: boolean | undefined;
  /** Sources holds any of these. More: `/table/jobs/options`. */
  readonly source?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Source is none of these; rows without a value stay. */
  readonly source_not?: string | readonly string[] | undefined;
  /** Only rows where Source has a value (true), or is blank (false). */
  readonly source_has?: boolean | undefined;
  /** Only rows with a linked row of Companies (true), or without (false). */
  readonly 'company.any'?: boolean | undefined;
  /** Of a linked row of Companies: Words to search for. Each must start a word in Name, Website, Country, City, Region, Business status, Ownership status, Verticals, Main contact name, Last financing deal type or Description. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'company.search_query'?: string | undefined;
  /** Of a linked row of Companies: Country is any of these. More: `/table/companies/options`. */
  readonly 'company.country'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Country is none of these; rows without a value stay. */
  readonly 'company.country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Country has a value (true), or is blank (false). */
  readonly 'company.country_has'?: boolean | undefined;
  /** Of a linked row of Companies: Verticals holds any of these. More: `/table/companies/options`. */
  readonly 'company.vertical'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Vertical is none of these; rows without a value stay. */
  readonly 'company.vertical_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Vertical has a value (true), or is blank (false). */
  readonly 'company.vertical_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing deal type is any of these. More: `/table/companies/options`. */
  readonly 'company.last_financing_deal_type'?: 'Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText | readonly ('Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Last financing deal type is none of these; rows without a value stay. */
  readonly 'company.last_financing_deal_type_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Last financing deal type has a value (true), or is blank (false). */
  readonly 'company.last_financing_deal_type_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing on is on or after this day, in UTC. */
  readonly 'company.last_funded_after'?: string | undefined;
  /** Of a linked row of Companies: Last financing on is on or before this day, in UTC. */
  readonly 'company.last_funded_before'?: string | undefined;
  /** Of a linked row of Companies: Only rows where Last funded has a value (true), or is blank (false). */
  readonly 'company.last_funded_has'?: boolean | undefined;
  /** Of a linked row of Companies: Employee count is in any of these ranges; the upper end is excluded. */
  readonly 'company.employee_count'?: '0-10' | '10-50' | '50-200' | '200+' | readonly ('0-10' | '10-50' | '50-200' | '200+')[] | undefined;
  /** Of a linked row of Companies: Employee count is at least this; a range counts where it overlaps. */
  readonly 'company.employee_count_from'?: number | undefined;
  /** Of a linked row of Companies: Employee count is at most this; a range counts where it overlaps. */
  readonly 'company.employee_count_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Employee count has a value (true), or is blank (false). */
  readonly 'company.employee_count_has'?: boolean | undefined;
  /** Of a linked row of Companies: Website is on any of these domains, such as `example.com`. */
  readonly 'company.domain'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Domain is none of these; rows without a value stay. */
  readonly 'company.domain_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Domain has a value (true), or is blank (false). */
  readonly 'company.domain_has'?: boolean | undefined;
  /** Of a linked row of Companies: City is any of these; case is ignored. */
  readonly 'company.city'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: City is none of these; rows without a value stay. */
  readonly 'company.city_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where City has a value (true), or is blank (false). */
  readonly 'company.city_has'?: boolean | undefined;
  /** Of a linked row of Companies: Region is any of these. */
  readonly 'company.region'?: 'Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa' | readonly ('Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa')[] | undefined;
  /** Of a linked row of Companies: Region is none of these; rows without a value stay. */
  readonly 'company.region_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Region has a value (true), or is blank (false). */
  readonly 'company.region_has'?: boolean | undefined;
  /** Of a linked row of Companies: Business status is any of these. More: `/table/companies/options`. */
  readonly 'company.business_status'?: 'Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText | readonly ('Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Business status is none of these; rows without a value stay. */
  readonly 'company.business_status_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Business status has a value (true), or is blank (false). */
  readonly 'company.business_status_has'?: boolean | undefined;
  /** Of a linked row of Companies: Ownership status is any of these. More: `/table/companies/options`. */
  readonly 'company.ownership_status'?: 'Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText | readonly ('Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Ownership status is none of these; rows without a value stay. */
  readonly 'company.ownership_status_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Ownership status has a value (true), or is blank (false). */
  readonly 'company.ownership_status_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows with Main contact email. */
  readonly 'company.with_contact_info'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows for which `with_contact_info` does not hold. */
  readonly 'company.with_contact_info_not'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows with Revenue above 0. */
  readonly 'company.positive_revenue'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows for which `positive_revenue` does not hold. */
  readonly 'company.positive_revenue_not'?: boolean | undefined;
  /** Of a linked row of Companies: Revenue is at least this, in millions of dollars. */
  readonly 'company.revenue_from'?: number | undefined;
  /** Of a linked row of Companies: Revenue is at most this, in millions of dollars. */
  readonly 'company.revenue_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Revenue has a value (true), or is blank (false). */
  readonly 'company.revenue_has'?: boolean | undefined;
  /** Of a linked row of Companies: EBITDA is at least this, in millions of dollars. */
  readonly 'company.ebitda_from'?: number | undefined;
  /** Of a linked row of Companies: EBITDA is at most this, in millions of dollars. */
  readonly 'company.ebitda_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where EBITDA has a value (true), or is blank (false). */
  readonly 'company.ebitda_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows where Phone has a value (true), or is blank (false). */
  readonly 'company.phone_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing amount is at least this, in millions of dollars. */
  readonly 'company.last_financing_amount_from'?: number | undefined;
  /** Of a linked row of Companies: Last financing amount is at most this, in millions of dollars. */
  readonly 'company.last_financing_amount_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Last financing amount has a value (true), or is blank (false). */
  readonly 'company.last_financing_amount_has'?: boolean | undefined;
  /** Of a linked row of Companies: Jobs open is at least this. */
  readonly 'company.jobs_open_from'?: number | undefined;
  /** Of a linked row of Companies: Jobs open is at most this. */
  readonly 'company.jobs_open_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Jobs open has a value (true), or is blank (false). */
  readonly 'company.jobs_open_has'?: boolean | undefined;
  /** Of a linked row of Companies: State is any of these; case is ignored. */
  readonly 'company.state'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: State is none of these; rows without a value stay. */
  readonly 'company.state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where State has a value (true), or is blank (false). */
  readonly 'company.state_has'?: boolean | undefined;
  /** Of a linked row of Companies: Legal name is any of these; case is ignored. */
  readonly 'company.legal_name'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Legal name is none of these; rows without a value stay. */
  readonly 'company.legal_name_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Legal name has a value (true), or is blank (false). */
  readonly 'company.legal_name_has'?: boolean | undefined;
  /** Of a linked row of Companies: Legal form is any of these. More: `/table/companies/options`. */
  readonly 'company.legal_form'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Legal form is none of these; rows without a value stay. */
  readonly 'company.legal_form_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Legal form has a value (true), or is blank (false). */
  readonly 'company.legal_form_has'?: boolean | undefined;
  /** Of a linked row of Companies: Founded on is on or after this day, in UTC. */
  readonly 'company.founded_on_after'?: string | undefined;
  /** Of a linked row of Companies: Founded on is on or before this day, in UTC. */
  readonly 'company.founded_on_before'?: string | undefined;
  /** Of a linked row of Companies: Only rows where Founded on has a value (true), or is blank (false). */
  readonly 'company.founded_on_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows where Careers URL has a value (true), or is blank (false). */
  readonly 'company.careers_url_has'?: boolean | undefined;
  /** Of a linked row of Companies: Registry is any of these. More: `/table/companies/options`. */
  readonly 'company.registry'?: 'sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText | readonly ('sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Registry is none of these; rows without a value stay. */
  readonly 'company.registry_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Registry has a value (true), or is blank (false). */
  readonly 'company.registry_has'?: boolean | undefined;
  /** Of a linked row of Companies: Registry ID is any of these; case is ignored. */
  readonly 'company.registry_id'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Registry ID is none of these; rows without a value stay. */
  readonly 'company.registry_id_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Registry ID has a value (true), or is blank (false). */
  readonly 'company.registry_id_has'?: boolean | undefined;
  /** Of a linked row of Companies: Website state is any of these. */
  readonly 'company.website_state'?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Of a linked row of Companies: Website state is none of these; rows without a value stay. */
  readonly 'company.website_state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Website state has a value (true), or is blank (false). */
  readonly 'company.website_state_has'?: boolean | undefined;
  /** Of a linked row of Companies: Sources holds any of these. More: `/table/companies/options`. */
  readonly 'company.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Source is none of these; rows without a value stay. */
  readonly 'company.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Source has a value (true), or is blank (false). */
  readonly 'company.source_has'?: boolean | undefined;
}
