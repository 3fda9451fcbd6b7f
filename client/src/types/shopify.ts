/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of Shopify Stores. */
export interface ShopifyStoresRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly merchant_name: string | null;
  /** URL, with or without a scheme */
  readonly url: string | null;
  /** YouTube channel, with or without a scheme */
  readonly youtube_channel: string | null;
  /** Instagram, with or without a scheme */
  readonly instagram: string | null;
  /** Facebook, with or without a scheme */
  readonly facebook: string | null;
  /** LinkedIn, with or without a scheme */
  readonly linkedin: string | null;
  readonly locale: string | null;
  readonly currency: string | null;
  readonly emails: readonly string[] | null;
  readonly total_reviews: number | null;
  readonly average_review: number | null;
  readonly description: string | null;
  readonly topics: readonly string[] | null;
  readonly last_crawled_at: string | null;
  readonly updated_at: string | null;
  readonly website_state: string | null;
  readonly website_checked_on: string | null;
  readonly sources: readonly string[] | null;
}

/** What rows of Shopify Stores can be narrowed by. */
export interface ShopifyStoresFilters {
  /** Topics holds any of these. Suggestions: `GET /search/shopify/topics`. */
  readonly topics?: string | readonly string[] | undefined;
  /** Topic is none of these; rows without a value stay. */
  readonly topics_not?: string | readonly string[] | undefined;
  /** Only rows where Topic has a value (true), or is blank (false). */
  readonly topics_has?: boolean | undefined;
  /** Currency is any of these. */
  readonly currency?: 'USD' | 'EUR' | 'GBP' | 'CAD' | 'INR' | 'AED' | 'PKR' | 'AUD' | 'MXN' | 'ZAR' | 'ILS' | 'TRY' | 'HKD' | 'IDR' | 'JPY' | 'BRL' | 'CHF' | 'COP' | 'NZD' | 'QAR' | 'SAR' | 'SEK' | 'SGD' | 'CNY' | readonly ('USD' | 'EUR' | 'GBP' | 'CAD' | 'INR' | 'AED' | 'PKR' | 'AUD' | 'MXN' | 'ZAR' | 'ILS' | 'TRY' | 'HKD' | 'IDR' | 'JPY' | 'BRL' | 'CHF' | 'COP' | 'NZD' | 'QAR' | 'SAR' | 'SEK' | 'SGD' | 'CNY')[] | undefined;
  /** Currency is none of these; rows without a value stay. */
  readonly currency_not?: string | readonly string[] | undefined;
  /** Only rows where Currency has a value (true), or is blank (false). */
  readonly currency_has?: boolean | undefined;
  /** Only rows with Emails. */
  readonly with_email?: boolean | undefined;
  /** Only rows for which `with_email` does not hold. */
  readonly with_email_not?: boolean | undefined;
  /** Only rows with YouTube channel. */
  readonly with_youtube?: boolean | undefined;
  /** Only rows for which `with_youtube` does not hold. */
  readonly with_youtube_not?: boolean | undefined;
  /** Only rows with LinkedIn. */
  readonly with_linkedin?: boolean | undefined;
  /** Only rows for which `with_linkedin` does not hold. */
  readonly with_linkedin_not?: boolean | undefined;
  /** Total reviews is in any of these ranges; the upper end is excluded. */
  readonly reviews?: '0-10' | '10-100' | '100-1000' | '1000-10000' | '10000-100000' | '100000+' | readonly ('0-10' | '10-100' | '100-1000' | '1000-10000' | '10000-100000' | '100000+')[] | undefined;
  /** Reviews is at least this. */
  readonly reviews_from?: number | undefined;
  /** Reviews is at most this. */
  readonly reviews_to?: number | undefined;
  /** Only rows where Reviews has a value (true), or is blank (false). */
  readonly reviews_has?: boolean | undefined;
  /** Words to search for. Each must start a word in Merchant name, URL, Locale, Currency, Description or Topics. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** URL is on any of these domains, such as `example.com`. */
  readonly domain?: string | readonly string[] | undefined;
  /** Domain is none of these; rows without a value stay. */
  readonly domain_not?: string | readonly string[] | undefined;
  /** Only rows where Domain has a value (true), or is blank (false). */
  readonly domain_has?: boolean | undefined;
  /** Locale is any of these. More: `/table/shopify/options`. */
  readonly locale?: string | readonly string[] | undefined;
  /** Locale is none of these; rows without a value stay. */
  readonly locale_not?: string | readonly string[] | undefined;
  /** Only rows where Locale has a value (true), or is blank (false). */
  readonly locale_has?: boolean | undefined;
  /** Average review is at least this. */
  readonly average_review_from?: number | undefined;
  /** Average review is at most this. */
  readonly average_review_to?: number | undefined;
  /** Only rows where Average review has a value (true), or is blank (false). */
  readonly average_review_has?: boolean | undefined;
  /** Total reviews is at least this. */
  readonly total_reviews_from?: number | undefined;
  /** Total reviews is at most this. */
  readonly total_reviews_to?: number | undefined;
  /** Only rows where Total reviews has a value (true), or is blank (false). */
  readonly total_reviews_has?: boolean | undefined;
  /** Last crawled at is on or after this day, in UTC. */
  readonly last_crawled_after?: string | undefined;
  /** Last crawled at is on or before this day, in UTC. */
  readonly last_crawled_before?: string | undefined;
  /** Only rows where Last crawled has a value (true), or is blank (false). */
  readonly last_crawled_has?: boolean | undefined;
  /** Website state is any of these. */
  readonly website_state?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Website state is none of these; rows without a value stay. */
  readonly website_state_not?: string | readonly string[] | undefined;
  /** Only rows where Website state has a value (true), or is blank (false). */
  readonly website_state_has?: boolean | undefined;
  /** Sources holds any of these. More: `/table/shopify/options`. */
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
}
