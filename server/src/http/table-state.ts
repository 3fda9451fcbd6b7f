/** What one account sees of a data table, read after the request arrived. */
export interface TableState {
  readonly version: number;
  /** How often the account changed what it keeps about the table's rows; 0: it keeps nothing. */
  readonly mine: number;
}
