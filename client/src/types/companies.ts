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
}

/** What rows of Companies can be narrowed by. */
export interface CompaniesFilters {
  /** Words to search for. Each must start a word in Name, Website or Description. */
  readonly search_query?: string | undefined;
  /** Country is any of these. More: `/table/companies/options`. */
  readonly country?: string | readonly string[] | undefined;
  /** Verticals holds any of these. More: `/table/companies/options`. */
  readonly vertical?: string | readonly string[] | undefined;
  /** Last financing deal type is any of these. More: `/table/companies/options`. */
  readonly last_financing_deal_type?: 'Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText | readonly ('Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText)[] | undefined;
  /** Last financing on is on or after this day, in UTC. */
  readonly last_funded_after?: string | undefined;
  /** Last financing on is on or before this day, in UTC. */
  readonly last_funded_before?: string | undefined;
  /** Employee count is in any of these ranges; the upper end is excluded. */
  readonly employee_count?: '0-10' | '10-50' | '50-200' | '200+' | readonly ('0-10' | '10-50' | '50-200' | '200+')[] | undefined;
  /** Website is on any of these domains, such as `example.com`. */
  readonly domain?: string | readonly string[] | undefined;
  /** Region is any of these. */
  readonly region?: 'Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa' | readonly ('Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa')[] | undefined;
  /** Business status is any of these. More: `/table/companies/options`. */
  readonly business_status?: 'Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText | readonly ('Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText)[] | undefined;
  /** Ownership status is any of these. More: `/table/companies/options`. */
  readonly ownership_status?: 'Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText | readonly ('Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText)[] | undefined;
  /** Only rows with Main contact email. */
  readonly with_contact_info?: boolean | undefined;
  /** Only rows with Revenue above 0. */
  readonly positive_revenue?: boolean | undefined;
}
