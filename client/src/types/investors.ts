/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */
import type { AnyText } from '../any-text.ts';

/** One row of Investors. */
export interface InvestorsRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly name: string | null;
  readonly primary_investor_type: string | null;
  /** Website, with or without a scheme */
  readonly website: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly primary_contact_email: string | null;
  readonly primary_contact_name: string | null;
  readonly phone: string | null;
  readonly last_investment_company_name: string | null;
  readonly preferred_investment_types: readonly string[] | null;
  readonly updated_at: string | null;
}

/** What rows of Investors can be narrowed by. */
export interface InvestorsFilters {
  /** Words to search for. Each must start a word in Name, Primary investor type, Website, Country, City, Primary contact name, Last investment company name or Preferred investment types. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly search_query?: string | undefined;
  /** Country is any of these. More: `/table/investors/options`. */
  readonly country?: 'Argentina' | 'Australia' | 'Austria' | 'Belgium' | 'Brazil' | 'Canada' | 'Chile' | 'China' | 'Colombia' | 'Czechia' | 'Denmark' | 'Egypt' | 'Estonia' | 'Finland' | 'France' | 'Germany' | 'Greece' | 'Hong Kong' | 'Hungary' | 'India' | 'Indonesia' | 'Ireland' | 'Israel' | 'Italy' | 'Japan' | 'Luxembourg' | 'Mexico' | 'Netherlands' | 'New Zealand' | 'Nigeria' | 'Norway' | 'Poland' | 'Portugal' | 'Singapore' | 'South Korea' | 'Spain' | 'Sweden' | 'Switzerland' | 'United Arab Emirates' | 'United Kingdom' | 'United States' | AnyText | readonly ('Argentina' | 'Australia' | 'Austria' | 'Belgium' | 'Brazil' | 'Canada' | 'Chile' | 'China' | 'Colombia' | 'Czechia' | 'Denmark' | 'Egypt' | 'Estonia' | 'Finland' | 'France' | 'Germany' | 'Greece' | 'Hong Kong' | 'Hungary' | 'India' | 'Indonesia' | 'Ireland' | 'Israel' | 'Italy' | 'Japan' | 'Luxembourg' | 'Mexico' | 'Netherlands' | 'New Zealand' | 'Nigeria' | 'Norway' | 'Poland' | 'Portugal' | 'Singapore' | 'South Korea' | 'Spain' | 'Sweden' | 'Switzerland' | 'United Arab Emirates' | 'United Kingdom' | 'United States' | AnyText)[] | undefined;
  /** Country is none of these; rows without a value stay. */
  readonly country_not?: string | readonly string[] | undefined;
  /** Only rows where Country has a value (true), or is blank (false). */
  readonly country_has?: boolean | undefined;
  /** City is any of these; case is ignored. */
  readonly city?: string | readonly string[] | undefined;
  /** City is none of these; rows without a value stay. */
  readonly city_not?: string | readonly string[] | undefined;
  /** Only rows where City has a value (true), or is blank (false). */
  readonly city_has?: boolean | undefined;
  /** Primary investor type is any of these. More: `/table/investors/options`. */
  readonly primary_investor_type?: 'Accelerator/Incubator' | 'Angel Group' | 'Angel (individual)' | 'Asset Manager' | 'Bank' | 'Business Development Company' | 'Corporate Development' | 'Corporate Venture Capital' | 'Corporation' | 'Crowdfunding Platform' | 'Development Finance Institution' | 'Endowment' | 'Family Office' | 'Foundation' | 'Fund of Funds' | 'Fundless Sponsor' | 'Government' | 'Growth/Expansion' | 'Hedge Fund' | 'Holding Company' | 'Impact Investor' | 'Infrastructure' | 'Insurance Company' | 'Investment Bank' | 'Lender/Debt Provider' | 'Merchant Bank' | 'Mezzanine' | 'Micro Venture Capital' | 'Pension Fund' | 'PE/Buyout' | 'PE-Backed Company' | 'Private Debt' | 'Real Estate' | 'SBIC' | 'Search Fund' | 'Secondary Buyer' | 'Sovereign Wealth Fund' | 'Special Purpose Acquisition Company' | 'Startup Studio' | 'University' | 'VC-Backed Company' | 'Venture Capital' | 'Venture Debt' | 'Wealth Management' | 'Other' | AnyText | readonly ('Accelerator/Incubator' | 'Angel Group' | 'Angel (individual)' | 'Asset Manager' | 'Bank' | 'Business Development Company' | 'Corporate Development' | 'Corporate Venture Capital' | 'Corporation' | 'Crowdfunding Platform' | 'Development Finance Institution' | 'Endowment' | 'Family Office' | 'Foundation' | 'Fund of Funds' | 'Fundless Sponsor' | 'Government' | 'Growth/Expansion' | 'Hedge Fund' | 'Holding Company' | 'Impact Investor' | 'Infrastructure' | 'Insurance Company' | 'Investment Bank' | 'Lender/Debt Provider' | 'Merchant Bank' | 'Mezzanine' | 'Micro Venture Capital' | 'Pension Fund' | 'PE/Buyout' | 'PE-Backed Company' | 'Private Debt' | 'Real Estate' | 'SBIC' | 'Search Fund' | 'Secondary Buyer' | 'Sovereign Wealth Fund' | 'Special Purpose Acquisition Company' | 'Startup Studio' | 'University' | 'VC-Backed Company' | 'Venture Capital' | 'Venture Debt' | 'Wealth Management' | 'Other' | AnyText)[] | undefined;
  /** Primary investor type is none of these; rows without a value stay. */
  readonly primary_investor_type_not?: string | readonly string[] | undefined;
  /** Only rows where Primary investor type has a value (true), or is blank (false). */
  readonly primary_investor_type_has?: boolean | undefined;
  /** Preferred investment types holds any of these. More: `/table/investors/options`. */
  readonly preferred_investment_type?: 'Pre-Seed' | 'Seed Round' | 'Angel' | 'Early Stage VC' | 'Later Stage VC' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'Accelerator/Incubator' | 'Bridge' | 'Buyout/LBO' | 'Carve-out' | 'Convertible Note' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Distressed/Turnaround' | 'Grant' | 'Growth/Expansion' | 'Management Buyout' | 'Merger/Acquisition' | 'Mezzanine' | 'PIPE' | 'Platform Creation' | 'Recapitalization' | 'Secondary Transaction' | 'Spin-off' | 'Venture Debt' | AnyText | readonly ('Pre-Seed' | 'Seed Round' | 'Angel' | 'Early Stage VC' | 'Later Stage VC' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'Accelerator/Incubator' | 'Bridge' | 'Buyout/LBO' | 'Carve-out' | 'Convertible Note' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Distressed/Turnaround' | 'Grant' | 'Growth/Expansion' | 'Management Buyout' | 'Merger/Acquisition' | 'Mezzanine' | 'PIPE' | 'Platform Creation' | 'Recapitalization' | 'Secondary Transaction' | 'Spin-off' | 'Venture Debt' | AnyText)[] | undefined;
  /** Preferred investment type is none of these; rows without a value stay. */
  readonly preferred_investment_type_not?: string | readonly string[] | undefined;
  /** Only rows where Preferred investment type has a value (true), or is blank (false). */
  readonly preferred_investment_type_has?: boolean | undefined;
  /** Words to search for. Each must start a word in Last investment company name. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly last_investment_company_name?: string | undefined;
  /** Last investment company name is any of these; case is ignored. */
  readonly last_investment_company?: string | readonly string[] | undefined;
  /** Last investment company is none of these; rows without a value stay. */
  readonly last_investment_company_not?: string | readonly string[] | undefined;
  /** Only rows where Last investment company has a value (true), or is blank (false). */
  readonly last_investment_company_has?: boolean | undefined;
  /** Only rows with Primary contact email or Phone. */
  readonly with_contact_info?: boolean | undefined;
  /** Only rows for which `with_contact_info` does not hold. */
  readonly with_contact_info_not?: boolean | undefined;
  /** Only rows where Phone has a value (true), or is blank (false). */
  readonly phone_has?: boolean | undefined;
  /** Only rows where Website has a value (true), or is blank (false). */
  readonly website_has?: boolean | undefined;
  /** Only rows with a linked row of Companies (true), or without (false). */
  readonly 'last_investment.any'?: boolean | undefined;
  /** Of a linked row of Companies: Words to search for. Each must start a word in Name, Website, Country, City, Region, Business status, Ownership status, Verticals, Main contact name, Last financing deal type or Description. `"two words"` is a phrase, `-word` excludes, `OR` stands between alternatives. */
  readonly 'last_investment.search_query'?: string | undefined;
  /** Of a linked row of Companies: Country is any of these. More: `/table/companies/options`. */
  readonly 'last_investment.country'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Country is none of these; rows without a value stay. */
  readonly 'last_investment.country_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Country has a value (true), or is blank (false). */
  readonly 'last_investment.country_has'?: boolean | undefined;
  /** Of a linked row of Companies: Verticals holds any of these. More: `/table/companies/options`. */
  readonly 'last_investment.vertical'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Vertical is none of these; rows without a value stay. */
  readonly 'last_investment.vertical_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Vertical has a value (true), or is blank (false). */
  readonly 'last_investment.vertical_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing deal type is any of these. More: `/table/companies/options`. */
  readonly 'last_investment.last_financing_deal_type'?: 'Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText | readonly ('Accelerator/Incubator' | 'Angel' | 'Asset Acquisition' | 'Bankruptcy' | 'Bond' | 'Bridge' | 'Buyout/LBO' | 'Capitalization' | 'Convertible Debt' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Dividend Recapitalization' | 'Early Stage VC' | 'Grant' | 'Growth/Expansion' | 'IPO' | 'Joint Venture' | 'Later Stage VC' | 'Management Buyout' | 'Merger/Acquisition' | 'Merger of Equals' | 'Mezzanine' | 'Out of Business' | 'PIPE' | 'Pre-Seed' | 'Public Investment, second offering' | 'Reverse Merger' | 'Secondary Transaction' | 'Seed Round' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'SPAC' | 'Spin-off' | 'Stake Purchase' | 'University Spin-out' | 'Venture Debt' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Last financing deal type is none of these; rows without a value stay. */
  readonly 'last_investment.last_financing_deal_type_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Last financing deal type has a value (true), or is blank (false). */
  readonly 'last_investment.last_financing_deal_type_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing on is on or after this day, in UTC. */
  readonly 'last_investment.last_funded_after'?: string | undefined;
  /** Of a linked row of Companies: Last financing on is on or before this day, in UTC. */
  readonly 'last_investment.last_funded_before'?: string | undefined;
  /** Of a linked row of Companies: Only rows where Last funded has a value (true), or is blank (false). */
  readonly 'last_investment.last_funded_has'?: boolean | undefined;
  /** Of a linked row of Companies: Employee count is in any of these ranges; the upper end is excluded. */
  readonly 'last_investment.employee_count'?: '0-10' | '10-50' | '50-200' | '200+' | readonly ('0-10' | '10-50' | '50-200' | '200+')[] | undefined;
  /** Of a linked row of Companies: Employee count is at least this; a range counts where it overlaps. */
  readonly 'last_investment.employee_count_from'?: number | undefined;
  /** Of a linked row of Companies: Employee count is at most this; a range counts where it overlaps. */
  readonly 'last_investment.employee_count_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Employee count has a value (true), or is blank (false). */
  readonly 'last_investment.employee_count_has'?: boolean | undefined;
  /** Of a linked row of Companies: Website is on any of these domains, such as `example.com`. */
  readonly 'last_investment.domain'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Domain is none of these; rows without a value stay. */
  readonly 'last_investment.domain_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Domain has a value (true), or is blank (false). */
  readonly 'last_investment.domain_has'?: boolean | undefined;
  /** Of a linked row of Companies: City is any of these; case is ignored. */
  readonly 'last_investment.city'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: City is none of these; rows without a value stay. */
  readonly 'last_investment.city_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where City has a value (true), or is blank (false). */
  readonly 'last_investment.city_has'?: boolean | undefined;
  /** Of a linked row of Companies: Region is any of these. */
  readonly 'last_investment.region'?: 'Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa' | readonly ('Americas' | 'Asia' | 'Europe' | 'Middle East' | 'Oceania' | 'Africa')[] | undefined;
  /** Of a linked row of Companies: Region is none of these; rows without a value stay. */
  readonly 'last_investment.region_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Region has a value (true), or is blank (false). */
  readonly 'last_investment.region_has'?: boolean | undefined;
  /** Of a linked row of Companies: Business status is any of these. More: `/table/companies/options`. */
  readonly 'last_investment.business_status'?: 'Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText | readonly ('Startup' | 'Product Development' | 'Product in Beta Test' | 'Clinical Trials' | 'Generating Revenue' | 'Generating Revenue/Not Profitable' | 'Profitable' | 'Bankruptcy: Admin/Reorg' | 'Bankruptcy: Liquidation' | 'Out of Business' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Business status is none of these; rows without a value stay. */
  readonly 'last_investment.business_status_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Business status has a value (true), or is blank (false). */
  readonly 'last_investment.business_status_has'?: boolean | undefined;
  /** Of a linked row of Companies: Ownership status is any of these. More: `/table/companies/options`. */
  readonly 'last_investment.ownership_status'?: 'Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText | readonly ('Privately Held (backing)' | 'Privately Held (no backing)' | 'Publicly Held' | 'Acquired/Merged' | 'Acquired/Merged (operating subsidiary)' | 'In IPO Registration' | 'Government Owned' | 'Cooperative' | 'Non-profit' | 'Out of Business' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Ownership status is none of these; rows without a value stay. */
  readonly 'last_investment.ownership_status_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Ownership status has a value (true), or is blank (false). */
  readonly 'last_investment.ownership_status_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows with Main contact email. */
  readonly 'last_investment.with_contact_info'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows for which `with_contact_info` does not hold. */
  readonly 'last_investment.with_contact_info_not'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows with Revenue above 0. */
  readonly 'last_investment.positive_revenue'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows for which `positive_revenue` does not hold. */
  readonly 'last_investment.positive_revenue_not'?: boolean | undefined;
  /** Of a linked row of Companies: Revenue is at least this, in millions of dollars. */
  readonly 'last_investment.revenue_from'?: number | undefined;
  /** Of a linked row of Companies: Revenue is at most this, in millions of dollars. */
  readonly 'last_investment.revenue_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Revenue has a value (true), or is blank (false). */
  readonly 'last_investment.revenue_has'?: boolean | undefined;
  /** Of a linked row of Companies: EBITDA is at least this, in millions of dollars. */
  readonly 'last_investment.ebitda_from'?: number | undefined;
  /** Of a linked row of Companies: EBITDA is at most this, in millions of dollars. */
  readonly 'last_investment.ebitda_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where EBITDA has a value (true), or is blank (false). */
  readonly 'last_investment.ebitda_has'?: boolean | undefined;
}
