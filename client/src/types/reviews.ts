/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of Reviews. */
export interface ReviewsRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly review_title: string | null;
  /** Product URL, with or without a scheme */
  readonly product_url: string | null;
  readonly rating: number | null;
  /** Review URL, with or without a scheme */
  readonly review_url: string | null;
  /** Reviewer LinkedIn URL, with or without a scheme */
  readonly reviewer_linkedin_url: string | null;
  readonly reviewer_country: string | null;
  readonly tags: readonly string[] | null;
  readonly published_on: string | null;
  readonly updated_at: string | null;
  readonly text: string | null;
  readonly pros: string | null;
  readonly cons: string | null;
  readonly reviewer_name: string | null;
  readonly review_id: string | null;
  readonly sources: readonly string[] | null;
}

/** What rows of Reviews can be narrowed by. */
export interface ReviewsFilters {
  /** Reviewer country is any of these. More: `/table/reviews/options`. */
  readonly reviewer_country?: string | readonly string[] | undefined;
  /** Reviewer country is none of these; rows without a value stay. */
  readonly reviewer_country_not?: string | readonly string[] | undefined;
  /** Only rows where Reviewer country has a value (true), or is blank (false). */
  readonly reviewer_country_has?: boolean | undefined;
  /** Rating is in any of these ranges; the last range includes its upper end. */
  readonly rating?: '0-2' | '2-3' | '3-4' | '4-5' | readonly ('0-2' | '2-3' | '3-4' | '4-5')[] | undefined;
  /** Rating is at least this. */
  readonly rating_from?: number | undefined;
  /** Rating is at most this. */
  readonly rating_to?: number | undefined;
  /** Only rows where Rating has a value (true), or is blank (false). */
  readonly rating_has?: boolean | undefined;
  /** Published on is on or after this day, in UTC. */
  readonly published_on_after?: string | undefined;
  /** Published on is on or before this day, in UTC. */
  readonly published_on_before?: string | undefined;
  /** Only rows where Published on has a value (true), or is blank (false). */
  readonly published_on_has?: boolean | undefined;
  /** Product URL is on any of these domains, such as `example.com`. */
  readonly domain?: string | readonly string[] | undefined;
  /** Domain is none of these; rows without a value stay. */
  readonly domain_not?: string | readonly string[] | undefined;
  /** Only rows where Domain has a value (true), or is blank (false). */
  readonly domain_has?: boolean | undefined;
  /** Tags holds any of these. More: `/table/reviews/options`. */
  readonly review_tag?: string | readonly string[] | undefined;
  /** Tag is none of these; rows without a value stay. */
  readonly review_tag_not?: string | readonly string[] | undefined;
  /** Only rows where Tag has a value (true), or is blank (false). */
  readonly review_tag_has?: boolean | undefined;
  /** Words to search for. Each must start a word in Review title, Reviewer country, Tags, Text, Pros, Cons or Reviewer name. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** Sources holds any of these. More: `/table/reviews/options`. */
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
