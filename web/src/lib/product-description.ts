/** What the product is, for people who have no account yet. */
export const PRODUCT_DESCRIPTION =
  'Leadloom gathers data on LinkedIn jobs, investors and companies in tables. Filter them, export what you need to CSV, or read them from your own programs through an API.';
