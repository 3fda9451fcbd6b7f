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
  /** Assets under management (in $M) */
  readonly aum: number | null;
  readonly employees: number | null;
  /** LinkedIn URL, with or without a scheme */
  readonly linkedin_url: string | null;
  readonly legal_name: string | null;
  readonly state: string | null;
  readonly registry: string | null;
  readonly registry_id: string | null;
  readonly website_state: string | null;
  readonly website_checked_on: string | null;
  readonly sources: readonly string[] | null;
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
  /** Assets under management is at least this, in millions of dollars. */
  readonly aum_from?: number | undefined;
  /** Assets under management is at most this, in millions of dollars. */
  readonly aum_to?: number | undefined;
  /** Only rows where Assets under management has a value (true), or is blank (false). */
  readonly aum_has?: boolean | undefined;
  /** Employees is at least this. */
  readonly employees_from?: number | undefined;
  /** Employees is at most this. */
  readonly employees_to?: number | undefined;
  /** Only rows where Employees has a value (true), or is blank (false). */
  readonly employees_has?: boolean | undefined;
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
  /** Only rows where LinkedIn URL has a value (true), or is blank (false). */
  readonly linkedin_url_has?: boolean | undefined;
  /** Registry is any of these. More: `/table/investors/options`. */
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
  /** Sources holds any of these. More: `/table/investors/options`. */
  readonly source?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Source is none of these; rows without a value stay. */
  readonly source_not?: string | readonly string[] | undefined;
  /** Only rows where Source has a value (true), or is blank (false). */
  readonly source_has?: boolean | undefined;
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
  /** Of a linked row of Companies: Only rows where Phone has a value (true), or is blank (false). */
  readonly 'last_investment.phone_has'?: boolean | undefined;
  /** Of a linked row of Companies: Last financing amount is at least this, in millions of dollars. */
  readonly 'last_investment.last_financing_amount_from'?: number | undefined;
  /** Of a linked row of Companies: Last financing amount is at most this, in millions of dollars. */
  readonly 'last_investment.last_financing_amount_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Last financing amount has a value (true), or is blank (false). */
  readonly 'last_investment.last_financing_amount_has'?: boolean | undefined;
  /** Of a linked row of Companies: Jobs open is at least this. */
  readonly 'last_investment.jobs_open_from'?: number | undefined;
  /** Of a linked row of Companies: Jobs open is at most this. */
  readonly 'last_investment.jobs_open_to'?: number | undefined;
  /** Of a linked row of Companies: Only rows where Jobs open has a value (true), or is blank (false). */
  readonly 'last_investment.jobs_open_has'?: boolean | undefined;
  /** Of a linked row of Companies: State is any of these; case is ignored. */
  readonly 'last_investment.state'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: State is none of these; rows without a value stay. */
  readonly 'last_investment.state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where State has a value (true), or is blank (false). */
  readonly 'last_investment.state_has'?: boolean | undefined;
  /** Of a linked row of Companies: Legal name is any of these; case is ignored. */
  readonly 'last_investment.legal_name'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Legal name is none of these; rows without a value stay. */
  readonly 'last_investment.legal_name_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Legal name has a value (true), or is blank (false). */
  readonly 'last_investment.legal_name_has'?: boolean | undefined;
  /** Of a linked row of Companies: Legal form is any of these. More: `/table/companies/options`. */
  readonly 'last_investment.legal_form'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Legal form is none of these; rows without a value stay. */
  readonly 'last_investment.legal_form_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Legal form has a value (true), or is blank (false). */
  readonly 'last_investment.legal_form_has'?: boolean | undefined;
  /** Of a linked row of Companies: Founded on is on or after this day, in UTC. */
  readonly 'last_investment.founded_on_after'?: string | undefined;
  /** Of a linked row of Companies: Founded on is on or before this day, in UTC. */
  readonly 'last_investment.founded_on_before'?: string | undefined;
  /** Of a linked row of Companies: Only rows where Founded on has a value (true), or is blank (false). */
  readonly 'last_investment.founded_on_has'?: boolean | undefined;
  /** Of a linked row of Companies: Only rows where Careers URL has a value (true), or is blank (false). */
  readonly 'last_investment.careers_url_has'?: boolean | undefined;
  /** Of a linked row of Companies: Registry is any of these. More: `/table/companies/options`. */
  readonly 'last_investment.registry'?: 'sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText | readonly ('sec-cik' | 'sec-crd' | 'no-orgnr' | 'ee-code' | 'gb-crn' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Registry is none of these; rows without a value stay. */
  readonly 'last_investment.registry_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Registry has a value (true), or is blank (false). */
  readonly 'last_investment.registry_has'?: boolean | undefined;
  /** Of a linked row of Companies: Registry ID is any of these; case is ignored. */
  readonly 'last_investment.registry_id'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Registry ID is none of these; rows without a value stay. */
  readonly 'last_investment.registry_id_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Registry ID has a value (true), or is blank (false). */
  readonly 'last_investment.registry_id_has'?: boolean | undefined;
  /** Of a linked row of Companies: Website state is any of these. */
  readonly 'last_investment.website_state'?: 'unreachable' | 'no_mail_server' | 'not_checked' | readonly ('unreachable' | 'no_mail_server' | 'not_checked')[] | undefined;
  /** Of a linked row of Companies: Website state is none of these; rows without a value stay. */
  readonly 'last_investment.website_state_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Website state has a value (true), or is blank (false). */
  readonly 'last_investment.website_state_has'?: boolean | undefined;
  /** Of a linked row of Companies: Sources holds any of these. More: `/table/companies/options`. */
  readonly 'last_investment.source'?: 'file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText | readonly ('file' | 'sec-form-d' | 'sec-advisers' | 'no-brreg' | 'websites' | 'job-boards' | 'ee-ariregister' | 'gb-companies-house' | 'reddit' | 'tiktok' | 'sample' | AnyText)[] | undefined;
  /** Of a linked row of Companies: Source is none of these; rows without a value stay. */
  readonly 'last_investment.source_not'?: string | readonly string[] | undefined;
  /** Of a linked row of Companies: Only rows where Source has a value (true), or is blank (false). */
  readonly 'last_investment.source_has'?: boolean | undefined;
}
