/** Made from the contract by `pnpm --dir client types`, and as long as the contract is; a test keeps it so. */

/** One row of People. */
export interface PeopleRow {
  /** Id of the row; it never changes */
  readonly id: number;
  /** Version of the table that made the row so: the one under which the feed of changes has it */
  readonly changed_in: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly company_name: string | null;
  /** Company website, with or without a scheme */
  readonly company_website: string | null;
  /** LinkedIn URL, with or without a scheme */
  readonly linkedin_url: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly biography: string | null;
  readonly updated_at: string | null;
  readonly is_investor: boolean | null;
}

/** What rows of People can be narrowed by. */
export interface PeopleFilters {
  /** Country is any of these. More: `/table/people/options`. */
  readonly country?: string | readonly string[] | undefined;
  /** Words to search for. Each must start a word in Name, Company name, Biography or Title. */
  readonly search_query?: string | undefined;
  /** Company website is on any of these domains, such as `example.com`. */
  readonly website?: string | readonly string[] | undefined;
  /** Only rows where Is investor is true. */
  readonly is_investor?: boolean | undefined;
  /** Title is any of these; case is ignored. */
  readonly title?: string | readonly string[] | undefined;
}
