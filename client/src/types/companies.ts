/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of Companies. */
export interface CompaniesRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly name: string | null;
  /** LinkedIn URL, with or without a scheme */
  readonly linkedin_url: string | null;
  /** Website, with or without a scheme */
  readonly website: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly business_status: string | null;
  readonly ownership_status: string | null;
  readonly verticals: readonly string[] | null;
  readonly employee_count: number | null;
  readonly employee_range: string | null;
  readonly main_contact_email: string | null;
  readonly main_contact_name: string | null;
  readonly last_financing_deal_type: string | null;
  readonly last_financing_on: string | null;
  /** Revenue (in $M) */
  readonly revenue: number | null;
  /** EBITDA (in $M) */
  readonly ebitda: number | null;
  readonly description: string | null;
  readonly updated_at: string | null;
  readonly phone: string | null;
  /** Last financing amount (in $M) */
  readonly last_financing_amount: number | null;
  readonly jobs_open: number | null;
  readonly legal_name: string | null;
  readonly legal_form: string | null;
  readonly founded_on: string | null;
  readonly state: string | null;
  /** Careers URL, with or without a scheme */
  readonly careers_url: string | null;
  readonly registry: string | null;
  readonly registry_id: string | null;
  readonly website_state: string | null;
  readonly website_checked_on: string | null;
  readonly sources: readonly string[] | null;
}

/** What rows of Companies can be narrowed by. */
export interface CompaniesFilters {
  /** Words to search for. Each must start a word in Name, Website, Country, City, Region, Business status, Ownership status, Verticals, Main contact name, Last financing deal type or Description. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** Country is any of these. More: `/table/companies/options`. */
  readonly country?: string | readonly string[] | undefined;
  /** Country is none of these; rows without a value stay. */
  readonly country_not?: string | readonly string[] | undefined;
  /** Only rows where Country has a value (true), or is blank (false). */
  readonly country_has?: boolean | undefined;
  /** Verticals holds any of these. More: `/table/companies/options`. */
  readonly vertical?: string | readonly string[] | undefined;
  /** Vertical is none of these; rows without a value stay. */
  readonly vertical_not?: string | readonly string[] | undefined;
  /** Only rows where Vertical has a value (true), or is blank (false). */
  readonly vertical_has?: boolean | undefined;
  /** Last financing deal type is any of these. More: `/table/companies/options`. */
  readonly last_financing_deal_type?: 'Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText | readonly ('Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText)[] | undefined;
  /** Last financing deal type is none of these; rows without a value stay. */
  readonly last_financing_deal_type_not?: string | readonly string[] | undefined;
  /** Only rows where Last financing deal type has a value (true), or is blank (false). */
  readonly last_financing_deal_type_has?: boolean | undefined;
  /** Last financing on is on or after this day, in UTC. */
  readonly last_funded_after?: string | undefined;
  /** Last financing on is on or before this day, in UTC. */
  readonly last_funded_before?: string | undefined;
  /** Only rows where Last funded has a value (true), or is blank (false). */
  readonly last_funded_has?: boolean | undefined;
  /** Employee count is in any of these ranges; the upper end is excluded. */
  readonly employee_count?: '0-10' | '10-50' | '50-200' | '200+' | readonly ('0-10' | '10-50' | '50-200' | '200+')[] | undefined;
  /** Employee count is at least this; a range counts where it overlaps. */
  readonly employee_count_from?: number | undefined;
  /** Employee count is at most this; a range counts where it overlaps. */
  readonly employee_count_to?: number | undefined;
  /** Only rows where Employee count has a value (true), or is blank (false). */
  readonly employee_count_has?: boolean | undefined;
  /** Website is on any of these domains, such as `example.com`. */
  readonly domain?: string | readonly string[] | undefined;
  /** Domain is none of these; rows without a value stay. */
  readonly domain_not?: string | readonly string[] | undefined;
  /** Only rows where Domain has a value (true), or is blank (false). */
  readonly domain_has?: boolean | undefined;
  /** City is any of these; case is ignored. */
  readonly city?: string | readonly string[] | undefined;
  /** City is none of these; rows without a value stay. */
  readonly city_not?: string | readonly string[] | undefined;
  /** Only rows where City has a value (true), or is blank (false). */
  readonly city_has?: boolean | undefined;
  /** Region is any of these. */
  readonly region?: 'Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa' | readonly ('Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa')[] | undefined;
  /** Region is none of these; rows without a value stay. */
  readonly region_not?: string | readonly string[] | undefined;
  /** Only rows where Region has a value (true), or is blank (false). */
  readonly region_has?: boolean | undefined;
  /** Business status is any of these. More: `/table/companies/options`. */
  readonly business_status?: 'Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText | readonly ('Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText)[] | undefined;
  /** Business status is none of these; rows without a value stay. */
  readonly business_status_not?: string | readonly string[] | undefined;
  /** Only rows where Business status has a value (true), or is blank (false). */
  readonly business_status_has?: boolean | undefined;
  /** Ownership status is any of these. More: `/table/companies/options`. */
  readonly ownership_status?: 'Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText | readonly ('Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText)[] | undefined;
  /** Ownership status is none of these; rows without a value stay. */
  readonly ownership_status_not?: string | readonly string[] | undefined;
  /** Only rows where Ownership status has a value (true), or is blank (false). */
  readonly ownership_status_has?: boolean | undefined;
  /** Only rows with Main contact email. */
  readonly with_contact_info?: boolean | undefined;
  /** Only rows for which `with_contact_info` does not hold. */
  readonly with_contact_info_not?: boolean | undefined;
  /** Only rows with Revenue above 0. */
  readonly positive_revenue?: boolean | undefined;
  /** Only rows for which `positive_revenue` does not hold. */
  readonly positive_revenue_not?: boolean | undefined;
  /** Revenue is at least this, in millions of dollars. */
  readonly revenue_from?: number | undefined;
  /** Revenue is at most this, in millions of dollars. */
  readonly revenue_to?: number | undefined;
  /** Only rows where Revenue has a value (true), or is blank (false). */
  readonly revenue_has?: boolean | undefined;
  /** EBITDA is at least this, in millions of dollars. */
  readonly ebitda_from?: number | undefined;
  /** EBITDA is at most this, in millions of dollars. */
  readonly ebitda_to?: number | undefined;
  /** Only rows where EBITDA has a value (true), or is blank (false). */
  readonly ebitda_has?: boolean | undefined;
  /** Only rows where Phone has a value (true), or is blank (false). */
  readonly phone_has?: boolean | undefined;
  /** Last financing amount is at least this, in millions of dollars. */
  readonly last_financing_amount_from?: number | undefined;
  /** Last financing amount is at most this, in millions of dollars. */
  readonly last_financing_amount_to?: number | undefined;
  /** Only rows where Last financing amount has a value (true), or is blank (false). */
  readonly last_financing_amount_has?: boolean | undefined;
  /** Jobs open is at least this. */
  readonly jobs_open_from?: number | undefined;
  /** Jobs open is at most this. */
  readonly jobs_open_to?: number | undefined;
  /** Only rows where Jobs open has a value (true), or is blank (false). */
  readonly jobs_open_has?: boolean | undefined;
  /** State is any of these; case is ignored. */
  readonly state?: string | readonly string[] | undefined;
  /** State is none of these; rows without a value stay. */
  readonly state_not?: string | readonly string[] | undefined;
  /** Only rows where State has a value (true), or is blank (false). */
  readonly state_has?: boolean | undefined;
  /** Legal name is any of these; case is ignored. */
  readonly legal_name?: string | readonly string[] | undefined;
  /** Legal name is none of these; rows without a value stay. */
  readonly legal_name_not?: string | readonly string[] | undefined;
  /** Only rows where Legal name has a value (true), or is blank (false). */
  readonly legal_name_has?: boolean | undefined;
  /** Legal form is any of these. More: `/table/companies/options`. */
  readonly legal_form?: string | readonly string[] | undefined;
  /** Legal form is none of these; rows without a value stay. */
  readonly legal_form_not?: string | readonly string[] | undefined;
  /** Only rows where Legal form has a value (true), or is blank (false). */
  readonly legal_form_has?: boolean | undefined;
  /** Founded on is on or after this day, in UTC. */
  readonly founded_on_after?: string | undefined;
  /** Founded on is on or before this day, in UTC. */
  readonly founded_on_before?: string | undefined;
  /** Only rows where Founded on has a value (true), or is blank (false). */
  readonly founded_on_has?: boolean | undefined;
  /** Only rows where Careers URL has a value (true), or is blank (false). */
  readonly careers_url_has?: boolean | undefined;
  /** Registry is any of these. More: `/table/companies/options`. */
  readonly registry?: 'sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText | readonly ('sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText)[] | undefined;
  /** Registry is none of these; rows without a value stay. */
  readonly registry_not?: string | readonly string[] | undefined;
  /** Only rows where Registry has a value (true), or is blank (false). */
  readonly registry_has?: boolean | undefined;
  /** Registry ID is any of these; case is ignored. */
  readonly registry_id?: string | readonly string[] | undefined;
  /** Registry ID is none of these; rows without a value stay. */
  readonly registry_id_not?: string | readonly string[] | undefined;
  /** Only rows where Registry ID has a value (true), or is blank (false). */
  readonly registry_id_has?: boolean | undefined;
  /** Website state is any of these. */
  readonly website_state?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Website state is none of these; rows without a value stay. */
  readonly website_state_not?: string | readonly string[] | undefined;
  /** Only rows where Website state has a value (true), or is blank (false). */
  readonly website_state_has?: boolean | undefined;
  /** Sources holds any of these. More: `/table/companies/options`. */
  readonly source?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Source is none of these; rows without a value stay. */
  readonly source_not?: string | readonly string[] | undefined;
  /** Only rows where Source has a value (true), or is blank (false). */
  readonly source_has?: boolean | undefined;
  /** Only rows with a linked row of People (true), or without (false). */
  readonly 'people.any'?: boolean | undefined;
  /** Of a linked row of People: Country is any of these. More: `/table/people/options`. */
  readonly 'people.country'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Country is none of these; rows without a value stay. */
  readonly 'people.country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Only rows where Country has a value (true), or is blank (false). */
  readonly 'people.country_has'?: boolean | undefined;
  /** Of a linked row of People: Words to search for. Each must start a word in Name, Company name, Country, City, Biography or Title. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'people.search_query'?: string | undefined;
  /** Of a linked row of People: Company website is on any of these domains, such as `example.com`. */
  readonly 'people.website'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Website is none of these; rows without a value stay. */
  readonly 'people.website_not'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Only rows where Website has a value (true), or is blank (false). */
  readonly 'people.website_has'?: boolean | undefined;
  /** Of a linked row of People: Only rows where Is investor is true. */
  readonly 'people.is_investor'?: boolean | undefined;
  /** Of a linked row of People: Only rows for which `is_investor` does not hold. */
  readonly 'people.is_investor_not'?: boolean | undefined;
  /** Of a linked row of People: Title is any of these; case is ignored. */
  readonly 'people.title'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Title is none of these; rows without a value stay. */
  readonly 'people.title_not'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Only rows where Title has a value (true), or is blank (false). */
  readonly 'people.title_has'?: boolean | undefined;
  /** Of a linked row of People: Company name is any of these; case is ignored. */
  readonly 'people.company'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Company is none of these; rows without a value stay. */
  readonly 'people.company_not'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Only rows where Company has a value (true), or is blank (false). */
  readonly 'people.company_has'?: boolean | undefined;
  /** Of a linked row of People: City is any of these; case is ignored. */
  readonly 'people.city'?: string | readonly string[] | undefined;
  /** Of a linked row of People: City is none of these; rows without a value stay. */
  readonly 'people.city_not'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Only rows where City has a value (true), or is blank (false). */
  readonly 'people.city_has'?: boolean | undefined;
  /** Of a linked row of People: Only rows with Email. */
  readonly 'people.with_email'?: boolean | undefined;
  /** Of a linked row of People: Only rows for which `with_email` does not hold. */
  readonly 'people.with_email_not'?: boolean | undefined;
  /** Of a linked row of People: Only rows with Phone. */
  readonly 'people.with_phone'?: boolean | undefined;
  /** Of a linked row of People: Only rows for which `with_phone` does not hold. */
  readonly 'people.with_phone_not'?: boolean | undefined;
  /** Of a linked row of People: Sources holds any of these. More: `/table/people/options`. */
  readonly 'people.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of People: Source is none of these; rows without a value stay. */
  readonly 'people.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of People: Only rows where Source has a value (true), or is blank (false). */
  readonly 'people.source_has'?: boolean | undefined;
  /** Only rows with a linked row of Reviews (true), or without (false). */
  readonly 'reviews.any'?: boolean | undefined;
  /** Of a linked row of Reviews: Reviewer country is any of these. More: `/table/reviews/options`. */
  readonly 'reviews.reviewer_country'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Reviewer country is none of these; rows without a value stay. */
  readonly 'reviews.reviewer_country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Only rows where Reviewer country has a value (true), or is blank (false). */
  readonly 'reviews.reviewer_country_has'?: boolean | undefined;
  /** Of a linked row of Reviews: Rating is in any of these ranges; the last range includes its upper end. */
  readonly 'reviews.rating'?: '0-2' | '2-3' | '3-4' | '4-5' | readonly ('0-2' | '2-3' | '3-4' | '4-5')[] | undefined;
  /** Of a linked row of Reviews: Rating is at least this. */
  readonly 'reviews.rating_from'?: number | undefined;
  /** Of a linked row of Reviews: Rating is at most this. */
  readonly 'reviews.rating_to'?: number | undefined;
  /** Of a linked row of Reviews: Only rows where Rating has a value (true), or is blank (false). */
  readonly 'reviews.rating_has'?: boolean | undefined;
  /** Of a linked row of Reviews: Published on is on or after this day, in UTC. */
  readonly 'reviews.published_on_after'?: string | undefined;
  /** Of a linked row of Reviews: Published on is on or before this day, in UTC. */
  readonly 'reviews.published_on_before'?: string | undefined;
  /** Of a linked row of Reviews: Only rows where Published on has a value (true), or is blank (false). */
  readonly 'reviews.published_on_has'?: boolean | undefined;
  /** Of a linked row of Reviews: Product URL is on any of these domains, such as `example.com`. */
  readonly 'reviews.domain'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Domain is none of these; rows without a value stay. */
  readonly 'reviews.domain_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Only rows where Domain has a value (true), or is blank (false). */
  readonly 'reviews.domain_has'?: boolean | undefined;
  /** Of a linked row of Reviews: Tags holds any of these. More: `/table/reviews/options`. */
  readonly 'reviews.review_tag'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Tag is none of these; rows without a value stay. */
  readonly 'reviews.review_tag_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Only rows where Tag has a value (true), or is blank (false). */
  readonly 'reviews.review_tag_has'?: boolean | undefined;
  /** Of a linked row of Reviews: Words to search for. Each must start a word in Review title, Reviewer country, Tags, Text, Pros, Cons or Reviewer name. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'reviews.search_query'?: string | undefined;
  /** Of a linked row of Reviews: Sources holds any of these. More: `/table/reviews/options`. */
  readonly 'reviews.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Reviews: Source is none of these; rows without a value stay. */
  readonly 'reviews.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Reviews: Only rows where Source has a value (true), or is blank (false). */
  readonly 'reviews.source_has'?: boolean | undefined;
  /** Only rows with a linked row of Shopify Stores (true), or without (false). */
  readonly 'store.any'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Topics holds any of these. Suggestions: `GET /search/shopify/topics`. */
  readonly 'store.topics'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Topic is none of these; rows without a value stay. */
  readonly 'store.topics_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Topic has a value (true), or is blank (false). */
  readonly 'store.topics_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Currency is any of these. */
  readonly 'store.currency'?: 'USD' | 'EUR' | 'GBP' | 'CAD' | 'INR' | 'AED' | 'PKR' | 'AUD' | 'MXN' | 'ZAR' | 'ILS' | 'TRY' | 'HKD' | 'IDR' | 'JPY' | 'BRL' | 'CHF' | 'COP' | 'NZD' | 'QAR' | 'SAR' | 'SEK' | 'SGD' | 'CNY' | readonly ('USD' | 'EUR' | 'GBP' | 'CAD' | 'INR' | 'AED' | 'PKR' | 'AUD' | 'MXN' | 'ZAR' | 'ILS' | 'TRY' | 'HKD' | 'IDR' | 'JPY' | 'BRL' | 'CHF' | 'COP' | 'NZD' | 'QAR' | 'SAR' | 'SEK' | 'SGD' | 'CNY')[] | undefined;
  /** Of a linked row of Shopify Stores: Currency is none of these; rows without a value stay. */
  readonly 'store.currency_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Currency has a value (true), or is blank (false). */
  readonly 'store.currency_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Only rows with Emails. */
  readonly 'store.with_email'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Only rows for which `with_email` does not hold. */
  readonly 'store.with_email_not'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Only rows with YouTube channel. */
  readonly 'store.with_youtube'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Only rows for which `with_youtube` does not hold. */
  readonly 'store.with_youtube_not'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Only rows with LinkedIn. */
  readonly 'store.with_linkedin'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Only rows for which `with_linkedin` does not hold. */
  readonly 'store.with_linkedin_not'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Total reviews is in any of these ranges; the upper end is excluded. */
  readonly 'store.reviews'?: '0-10' | '10-100' | '100-1000' | '1000-10000' | '10000-100000' | '100000+' | readonly ('0-10' | '10-100' | '100-1000' | '1000-10000' | '10000-100000' | '100000+')[] | undefined;
  /** Of a linked row of Shopify Stores: Reviews is at least this. */
  readonly 'store.reviews_from'?: number | undefined;
  /** Of a linked row of Shopify Stores: Reviews is at most this. */
  readonly 'store.reviews_to'?: number | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Reviews has a value (true), or is blank (false). */
  readonly 'store.reviews_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Words to search for. Each must start a word in Merchant name, URL, Locale, Currency, Description or Topics. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'store.search_query'?: string | undefined;
  /** Of a linked row of Shopify Stores: URL is on any of these domains, such as `example.com`. */
  readonly 'store.domain'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Domain is none of these; rows without a value stay. */
  readonly 'store.domain_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Domain has a value (true), or is blank (false). */
  readonly 'store.domain_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Locale is any of these. More: `/table/shopify/options`. */
  readonly 'store.locale'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Locale is none of these; rows without a value stay. */
  readonly 'store.locale_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Locale has a value (true), or is blank (false). */
  readonly 'store.locale_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Average review is at least this. */
  readonly 'store.average_review_from'?: number | undefined;
  /** Of a linked row of Shopify Stores: Average review is at most this. */
  readonly 'store.average_review_to'?: number | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Average review has a value (true), or is blank (false). */
  readonly 'store.average_review_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Total reviews is at least this. */
  readonly 'store.total_reviews_from'?: number | undefined;
  /** Of a linked row of Shopify Stores: Total reviews is at most this. */
  readonly 'store.total_reviews_to'?: number | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Total reviews has a value (true), or is blank (false). */
  readonly 'store.total_reviews_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Last crawled at is on or after this day, in UTC. */
  readonly 'store.last_crawled_after'?: string | undefined;
  /** Of a linked row of Shopify Stores: Last crawled at is on or before this day, in UTC. */
  readonly 'store.last_crawled_before'?: string | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Last crawled has a value (true), or is blank (false). */
  readonly 'store.last_crawled_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Website state is any of these. */
  readonly 'store.website_state'?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Of a linked row of Shopify Stores: Website state is none of these; rows without a value stay. */
  readonly 'store.website_state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Website state has a value (true), or is blank (false). */
  readonly 'store.website_state_has'?: boolean | undefined;
  /** Of a linked row of Shopify Stores: Sources holds any of these. More: `/table/shopify/options`. */
  readonly 'store.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Shopify Stores: Source is none of these; rows without a value stay. */
  readonly 'store.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Shopify Stores: Only rows where Source has a value (true), or is blank (false). */
  readonly 'store.source_has'?: boolean | undefined;
  /** Only rows with a linked row of Investors (true), or without (false). */
  readonly 'investors.any'?: boolean | undefined;
  /** Of a linked row of Investors: Words to search for. Each must start a word in Name, Primary investor type, Website, Country, City, Primary contact name, Last investment company name or Preferred investment types. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'investors.search_query'?: string | undefined;
  /** Of a linked row of Investors: Country is any of these. More: `/table/investors/options`. */
  readonly 'investors.country'?: 'Argentina' | 'Australia' | 'Austria' | 'Belgium' | 'Brazil' | 'Canada' | 'Chile' | 'China' | 'Colombia' | 'Czechia' | 'Denmark' | 'Egypt' | 'Estonia' | 'Finland' | 'France' | 'Germany' | 'Greece' | 'Hong Kong' | 'Hungary' | 'India' | 'Indonesia' | 'Ireland' | 'Israel' | 'Italy' | 'Japan' | 'Luxembourg' | 'Mexico' | 'Netherlands' | 'New Zealand' | 'Nigeria' | 'Norway' | 'Poland' | 'Portugal' | 'Singapore' | 'South Korea' | 'Spain' | 'Sweden' | 'Switzerland' | 'United Arab Emirates' | 'United Kingdom' | 'United States' | AnyText | readonly ('Argentina' | 'Australia' | 'Austria' | 'Belgium' | 'Brazil' | 'Canada' | 'Chile' | 'China' | 'Colombia' | 'Czechia' | 'Denmark' | 'Egypt' | 'Estonia' | 'Finland' | 'France' | 'Germany' | 'Greece' | 'Hong Kong' | 'Hungary' | 'India' | 'Indonesia' | 'Ireland' | 'Israel' | 'Italy' | 'Japan' | 'Luxembourg' | 'Mexico' | 'Netherlands' | 'New Zealand' | 'Nigeria' | 'Norway' | 'Poland' | 'Portugal' | 'Singapore' | 'South Korea' | 'Spain' | 'Sweden' | 'Switzerland' | 'United Arab Emirates' | 'United Kingdom' | 'United States' | AnyText)[] | undefined;
  /** Of a linked row of Investors: Country is none of these; rows without a value stay. */
  readonly 'investors.country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Country has a value (true), or is blank (false). */
  readonly 'investors.country_has'?: boolean | undefined;
  /** Of a linked row of Investors: City is any of these; case is ignored. */
  readonly 'investors.city'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: City is none of these; rows without a value stay. */
  readonly 'investors.city_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where City has a value (true), or is blank (false). */
  readonly 'investors.city_has'?: boolean | undefined;
  /** Of a linked row of Investors: Primary investor type is any of these. More: `/table/investors/options`. */
  readonly 'investors.primary_investor_type'?: 'Accelerator/Incubator' | 'Angel Group' | 'Angel (individual)' | 'Asset Manager' | 'Bank' | 'Business Development Company' | 'Corporate Development' | 'Corporate Venture Capital' | 'Corporation' | 'Crowdfunding Platform' | 'Development Finance Institution' | 'Endowment' | 'Family Office' | 'Foundation' | 'Fund of Funds' | 'Fundless Sponsor' | 'Government' | 'Growth/Expansion' | 'Hedge Fund' | 'Holding Company' | 'Impact Investor' | 'Infrastructure' | 'Insurance Company' | 'Investment Bank' | 'Lender/Debt Provider' | 'Merchant Bank' | 'Mezzanine' | 'Micro Venture Capital' | 'Pension Fund' | 'PE/Buyout' | 'PE-Backed Company' | 'Private Debt' | 'Real Estate' | 'SBIC' | 'Search Fund' | 'Secondary Buyer' | 'Sovereign Wealth Fund' | 'Special Purpose Acquisition Company' | 'Startup Studio' | 'University' | 'VC-Backed Company' | 'Venture Capital' | 'Venture Debt' | 'Wealth Management' | 'Other' | AnyText | readonly ('Accelerator/Incubator' | 'Angel Group' | 'Angel (individual)' | 'Asset Manager' | 'Bank' | 'Business Development Company' | 'Corporate Development' | 'Corporate Venture Capital' | 'Corporation' | 'Crowdfunding Platform' | 'Development Finance Institution' | 'Endowment' | 'Family Office' | 'Foundation' | 'Fund of Funds' | 'Fundless Sponsor' | 'Government' | 'Growth/Expansion' | 'Hedge Fund' | 'Holding Company' | 'Impact Investor' | 'Infrastructure' | 'Insurance Company' | 'Investment Bank' | 'Lender/Debt Provider' | 'Merchant Bank' | 'Mezzanine' | 'Micro Venture Capital' | 'Pension Fund' | 'PE/Buyout' | 'PE-Backed Company' | 'Private Debt' | 'Real Estate' | 'SBIC' | 'Search Fund' | 'Secondary Buyer' | 'Sovereign Wealth Fund' | 'Special Purpose Acquisition Company' | 'Startup Studio' | 'University' | 'VC-Backed Company' | 'Venture Capital' | 'Venture Debt' | 'Wealth Management' | 'Other' | AnyText)[] | undefined;
  /** Of a linked row of Investors: Primary investor type is none of these; rows without a value stay. */
  readonly 'investors.primary_investor_type_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Primary investor type has a value (true), or is blank (false). */
  readonly 'investors.primary_investor_type_has'?: boolean | undefined;
  /** Of a linked row of Investors: Preferred investment types holds any of these. More: `/table/investors/options`. */
  readonly 'investors.preferred_investment_type'?: 'Pre-Seed' | 'Seed Round' | 'Angel' | 'Early Stage VC' | 'Later Stage VC' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'Accelerator/Incubator' | 'Bridge' | 'Buyout/LBO' | 'Carve-out' | 'Convertible Note' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Distressed/Turnaround' | 'Grant' | 'Growth/Expansion' | 'Management Buyout' | 'Merger/Acquisition' | 'Mezzanine' | 'PIPE' | 'Platform Creation' | 'Recapitalization' | 'Secondary Transaction' | 'Spin-off' | 'Venture Debt' | AnyText | readonly ('Pre-Seed' | 'Seed Round' | 'Angel' | 'Early Stage VC' | 'Later Stage VC' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'Accelerator/Incubator' | 'Bridge' | 'Buyout/LBO' | 'Carve-out' | 'Convertible Note' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Distressed/Turnaround' | 'Grant' | 'Growth/Expansion' | 'Management Buyout' | 'Merger/Acquisition' | 'Mezzanine' | 'PIPE' | 'Platform Creation' | 'Recapitalization' | 'Secondary Transaction' | 'Spin-off' | 'Venture Debt' | AnyText)[] | undefined;
  /** Of a linked row of Investors: Preferred investment type is none of these; rows without a value stay. */
  readonly 'investors.preferred_investment_type_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Preferred investment type has a value (true), or is blank (false). */
  readonly 'investors.preferred_investment_type_has'?: boolean | undefined;
  /** Of a linked row of Investors: Words to search for. Each must start a word in Last investment company name. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'investors.last_investment_company_name'?: string | undefined;
  /** Of a linked row of Investors: Last investment company name is any of these; case is ignored. */
  readonly 'investors.last_investment_company'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Last investment company is none of these; rows without a value stay. */
  readonly 'investors.last_investment_company_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Last investment company has a value (true), or is blank (false). */
  readonly 'investors.last_investment_company_has'?: boolean | undefined;
  /** Of a linked row of Investors: Only rows with Primary contact email or Phone. */
  readonly 'investors.with_contact_info'?: boolean | undefined;
  /** Of a linked row of Investors: Only rows for which `with_contact_info` does not hold. */
  readonly 'investors.with_contact_info_not'?: boolean | undefined;
  /** Of a linked row of Investors: Only rows where Phone has a value (true), or is blank (false). */
  readonly 'investors.phone_has'?: boolean | undefined;
  /** Of a linked row of Investors: Only rows where Website has a value (true), or is blank (false). */
  readonly 'investors.website_has'?: boolean | undefined;
  /** Of a linked row of Investors: Assets under management is at least this, in millions of dollars. */
  readonly 'investors.aum_from'?: number | undefined;
  /** Of a linked row of Investors: Assets under management is at most this, in millions of dollars. */
  readonly 'investors.aum_to'?: number | undefined;
  /** Of a linked row of Investors: Only rows where Assets under management has a value (true), or is blank (false). */
  readonly 'investors.aum_has'?: boolean | undefined;
  /** Of a linked row of Investors: Employees is at least this. */
  readonly 'investors.employees_from'?: number | undefined;
  /** Of a linked row of Investors: Employees is at most this. */
  readonly 'investors.employees_to'?: number | undefined;
  /** Of a linked row of Investors: Only rows where Employees has a value (true), or is blank (false). */
  readonly 'investors.employees_has'?: boolean | undefined;
  /** Of a linked row of Investors: State is any of these; case is ignored. */
  readonly 'investors.state'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: State is none of these; rows without a value stay. */
  readonly 'investors.state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where State has a value (true), or is blank (false). */
  readonly 'investors.state_has'?: boolean | undefined;
  /** Of a linked row of Investors: Legal name is any of these; case is ignored. */
  readonly 'investors.legal_name'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Legal name is none of these; rows without a value stay. */
  readonly 'investors.legal_name_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Legal name has a value (true), or is blank (false). */
  readonly 'investors.legal_name_has'?: boolean | undefined;
  /** Of a linked row of Investors: Only rows where LinkedIn URL has a value (true), or is blank (false). */
  readonly 'investors.linkedin_url_has'?: boolean | undefined;
  /** Of a linked row of Investors: Registry is any of these. More: `/table/investors/options`. */
  readonly 'investors.registry'?: 'sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText | readonly ('sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText)[] | undefined;
  /** Of a linked row of Investors: Registry is none of these; rows without a value stay. */
  readonly 'investors.registry_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Registry has a value (true), or is blank (false). */
  readonly 'investors.registry_has'?: boolean | undefined;
  /** Of a linked row of Investors: Registry ID is any of these; case is ignored. */
  readonly 'investors.registry_id'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Registry ID is none of these; rows without a value stay. */
  readonly 'investors.registry_id_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Registry ID has a value (true), or is blank (false). */
  readonly 'investors.registry_id_has'?: boolean | undefined;
  /** Of a linked row of Investors: Website state is any of these. */
  readonly 'investors.website_state'?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Of a linked row of Investors: Website state is none of these; rows without a value stay. */
  readonly 'investors.website_state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Website state has a value (true), or is blank (false). */
  readonly 'investors.website_state_has'?: boolean | undefined;
  /** Of a linked row of Investors: Sources holds any of these. More: `/table/investors/options`. */
  readonly 'investors.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Investors: Source is none of these; rows without a value stay. */
  readonly 'investors.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Investors: Only rows where Source has a value (true), or is blank (false). */
  readonly 'investors.source_has'?: boolean | undefined;
  /** Only rows with a linked row of Jobs (true), or without (false). */
  readonly 'jobs.any'?: boolean | undefined;
  /** Of a linked row of Jobs: Words to search for. Each must start a word in Title, Company name, Department, Location, Country or Employment type. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'jobs.search_query'?: string | undefined;
  /** Of a linked row of Jobs: Title is any of these; case is ignored. */
  readonly 'jobs.title'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Title is none of these; rows without a value stay. */
  readonly 'jobs.title_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Title has a value (true), or is blank (false). */
  readonly 'jobs.title_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Company name is any of these; case is ignored. */
  readonly 'jobs.company_name'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Company name is none of these; rows without a value stay. */
  readonly 'jobs.company_name_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Company name has a value (true), or is blank (false). */
  readonly 'jobs.company_name_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Company website is on any of these domains, such as `example.com`. */
  readonly 'jobs.website'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Website is none of these; rows without a value stay. */
  readonly 'jobs.website_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Website has a value (true), or is blank (false). */
  readonly 'jobs.website_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Department is any of these. More: `/table/jobs/options`. */
  readonly 'jobs.department'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Department is none of these; rows without a value stay. */
  readonly 'jobs.department_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Department has a value (true), or is blank (false). */
  readonly 'jobs.department_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Location is any of these; case is ignored. */
  readonly 'jobs.location'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Location is none of these; rows without a value stay. */
  readonly 'jobs.location_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Location has a value (true), or is blank (false). */
  readonly 'jobs.location_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Country is any of these. More: `/table/jobs/options`. */
  readonly 'jobs.country'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Country is none of these; rows without a value stay. */
  readonly 'jobs.country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Country has a value (true), or is blank (false). */
  readonly 'jobs.country_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Workplace is any of these. */
  readonly 'jobs.workplace'?: 'On-site' | 'Hybrid' | 'Remote' | readonly ('On-site' | 'Hybrid' | 'Remote')[] | undefined;
  /** Of a linked row of Jobs: Workplace is none of these; rows without a value stay. */
  readonly 'jobs.workplace_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Workplace has a value (true), or is blank (false). */
  readonly 'jobs.workplace_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Employment type is any of these. More: `/table/jobs/options`. */
  readonly 'jobs.employment_type'?: 'Full-time' | 'Part-time' | 'Contract' | 'Temporary' | 'Internship' | AnyText | readonly ('Full-time' | 'Part-time' | 'Contract' | 'Temporary' | 'Internship' | AnyText)[] | undefined;
  /** Of a linked row of Jobs: Employment type is none of these; rows without a value stay. */
  readonly 'jobs.employment_type_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Employment type has a value (true), or is blank (false). */
  readonly 'jobs.employment_type_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Salary from is at least this. */
  readonly 'jobs.salary_min_from'?: number | undefined;
  /** Of a linked row of Jobs: Salary from is at most this. */
  readonly 'jobs.salary_min_to'?: number | undefined;
  /** Of a linked row of Jobs: Only rows where Salary from has a value (true), or is blank (false). */
  readonly 'jobs.salary_min_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Salary to is at least this. */
  readonly 'jobs.salary_max_from'?: number | undefined;
  /** Of a linked row of Jobs: Salary to is at most this. */
  readonly 'jobs.salary_max_to'?: number | undefined;
  /** Of a linked row of Jobs: Only rows where Salary to has a value (true), or is blank (false). */
  readonly 'jobs.salary_max_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Salary currency is any of these. More: `/table/jobs/options`. */
  readonly 'jobs.salary_currency'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Salary currency is none of these; rows without a value stay. */
  readonly 'jobs.salary_currency_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Salary currency has a value (true), or is blank (false). */
  readonly 'jobs.salary_currency_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Published on is on or after this day, in UTC. */
  readonly 'jobs.published_on_after'?: string | undefined;
  /** Of a linked row of Jobs: Published on is on or before this day, in UTC. */
  readonly 'jobs.published_on_before'?: string | undefined;
  /** Of a linked row of Jobs: Only rows where Published on has a value (true), or is blank (false). */
  readonly 'jobs.published_on_has'?: boolean | undefined;
  /** Of a linked row of Jobs: First seen at is on or after this day, in UTC. */
  readonly 'jobs.first_seen_at_after'?: string | undefined;
  /** Of a linked row of Jobs: First seen at is on or before this day, in UTC. */
  readonly 'jobs.first_seen_at_before'?: string | undefined;
  /** Of a linked row of Jobs: Only rows where First seen at has a value (true), or is blank (false). */
  readonly 'jobs.first_seen_at_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Closed on is on or after this day, in UTC. */
  readonly 'jobs.closed_on_after'?: string | undefined;
  /** Of a linked row of Jobs: Closed on is on or before this day, in UTC. */
  readonly 'jobs.closed_on_before'?: string | undefined;
  /** Of a linked row of Jobs: Only rows where Closed on has a value (true), or is blank (false). */
  readonly 'jobs.closed_on_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Only rows where URL has a value (true), or is blank (false). */
  readonly 'jobs.url_has'?: boolean | undefined;
  /** Of a linked row of Jobs: Sources holds any of these. More: `/table/jobs/options`. */
  readonly 'jobs.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Jobs: Source is none of these; rows without a value stay. */
  readonly 'jobs.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Jobs: Only rows where Source has a value (true), or is blank (false). */
  readonly 'jobs.source_has'?: boolean | undefined;
}
