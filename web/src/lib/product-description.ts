/** What the product is, for people who have no account yet. */
export const PRODUCT_DESCRIPTION =
  'Leadloom serves data on LinkedIn jobs, investors and companies. Filter it in tables, export it to CSV, or read it through an API.';
