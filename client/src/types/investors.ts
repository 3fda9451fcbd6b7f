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
  /** Words to search for. Each must start a word in Name, Primary contact name or Website. */
  readonly search_query?: string | undefined;
  /** Country is any of these. More: `/table/investors/options`. */
  readonly country?: 'Argentina' | 'Australia' | 'Austria' | 'Belgium' | 'Brazil' | 'Canada' | 'Chile' | 'China' | 'Colombia' | 'Czechia' | 'Denmark' | 'Egypt' | 'Estonia' | 'Finland' | 'France' | 'Germany' | 'Greece' | 'Hong Kong' | 'Hungary' | 'India' | 'Indonesia' | 'Ireland' | 'Israel' | 'Italy' | 'Japan' | 'Luxembourg' | 'Mexico' | 'Netherlands' | 'New Zealand' | 'Nigeria' | 'Norway' | 'Poland' | 'Portugal' | 'Singapore' | 'South Korea' | 'Spain' | 'Sweden' | 'Switzerland' | 'United Arab Emirates' | 'United Kingdom' | 'United States' | AnyText | readonly ('Argentina' | 'Australia' | 'Austria' | 'Belgium' | 'Brazil' | 'Canada' | 'Chile' | 'China' | 'Colombia' | 'Czechia' | 'Denmark' | 'Egypt' | 'Estonia' | 'Finland' | 'France' | 'Germany' | 'Greece' | 'Hong Kong' | 'Hungary' | 'India' | 'Indonesia' | 'Ireland' | 'Israel' | 'Italy' | 'Japan' | 'Luxembourg' | 'Mexico' | 'Netherlands' | 'New Zealand' | 'Nigeria' | 'Norway' | 'Poland' | 'Portugal' | 'Singapore' | 'South Korea' | 'Spain' | 'Sweden' | 'Switzerland' | 'United Arab Emirates' | 'United Kingdom' | 'United States' | AnyText)[] | undefined;
  /** City is any of these; case is ignored. */
  readonly city?: string | readonly string[] | undefined;
  /** Primary investor type is any of these. More: `/table/investors/options`. */
  readonly primary_investor_type?: 'Accelerator/Incubator' | 'Angel Group' | 'Angel (individual)' | 'Asset Manager' | 'Bank' | 'Business Development Company' | 'Corporate Development' | 'Corporate Venture Capital' | 'Corporation' | 'Crowdfunding Platform' | 'Development Finance Institution' | 'Endowment' | 'Family Office' | 'Foundation' | 'Fund of Funds' | 'Fundless Sponsor' | 'Government' | 'Growth/Expansion' | 'Hedge Fund' | 'Holding Company' | 'Impact Investor' | 'Infrastructure' | 'Insurance Company' | 'Investment Bank' | 'Lender/Debt Provider' | 'Merchant Bank' | 'Mezzanine' | 'Micro Venture Capital' | 'Pension Fund' | 'PE/Buyout' | 'PE-Backed Company' | 'Private Debt' | 'Real Estate' | 'SBIC' | 'Search Fund' | 'Secondary Buyer' | 'Sovereign Wealth Fund' | 'Special Purpose Acquisition Company' | 'Startup Studio' | 'University' | 'VC-Backed Company' | 'Venture Capital' | 'Venture Debt' | 'Wealth Management' | 'Other' | AnyText | readonly ('Accelerator/Incubator' | 'Angel Group' | 'Angel (individual)' | 'Asset Manager' | 'Bank' | 'Business Development Company' | 'Corporate Development' | 'Corporate Venture Capital' | 'Corporation' | 'Crowdfunding Platform' | 'Development Finance Institution' | 'Endowment' | 'Family Office' | 'Foundation' | 'Fund of Funds' | 'Fundless Sponsor' | 'Government' | 'Growth/Expansion' | 'Hedge Fund' | 'Holding Company' | 'Impact Investor' | 'Infrastructure' | 'Insurance Company' | 'Investment Bank' | 'Lender/Debt Provider' | 'Merchant Bank' | 'Mezzanine' | 'Micro Venture Capital' | 'Pension Fund' | 'PE/Buyout' | 'PE-Backed Company' | 'Private Debt' | 'Real Estate' | 'SBIC' | 'Search Fund' | 'Secondary Buyer' | 'Sovereign Wealth Fund' | 'Special Purpose Acquisition Company' | 'Startup Studio' | 'University' | 'VC-Backed Company' | 'Venture Capital' | 'Venture Debt' | 'Wealth Management' | 'Other' | AnyText)[] | undefined;
  /** Preferred investment types holds any of these. More: `/table/investors/options`. */
  readonly preferred_investment_type?: 'Pre-Seed' | 'Seed Round' | 'Angel' | 'Early Stage VC' | 'Later Stage VC' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'Accelerator/Incubator' | 'Bridge' | 'Buyout/LBO' | 'Carve-out' | 'Convertible Note' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Distressed/Turnaround' | 'Grant' | 'Growth/Expansion' | 'Management Buyout' | 'Merger/Acquisition' | 'Mezzanine' | 'PIPE' | 'Platform Creation' | 'Recapitalization' | 'Secondary Transaction' | 'Spin-off' | 'Venture Debt' | AnyText | readonly ('Pre-Seed' | 'Seed Round' | 'Angel' | 'Early Stage VC' | 'Later Stage VC' | 'Series A' | 'Series B' | 'Series C' | 'Series D and later' | 'Accelerator/Incubator' | 'Bridge' | 'Buyout/LBO' | 'Carve-out' | 'Convertible Note' | 'Corporate' | 'Crowdfunding' | 'Debt' | 'Distressed/Turnaround' | 'Grant' | 'Growth/Expansion' | 'Management Buyout' | 'Merger/Acquisition' | 'Mezzanine' | 'PIPE' | 'Platform Creation' | 'Recapitalization' | 'Secondary Transaction' | 'Spin-off' | 'Venture Debt' | AnyText)[] | undefined;
  /** Words to search for. Each must start a word in Last investment company name. */
  readonly last_investment_company_name?: string | undefined;
  /** Last investment company name is any of these; case is ignored. */
  readonly last_investment_company?: string | readonly string[] | undefined;
  /** Only rows with Primary contact email or Phone. */
  readonly with_contact_info?: boolean | undefined;
}
