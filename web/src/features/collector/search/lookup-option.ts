/** A place or a company a search can be narrowed to. */
export interface LookupOption {
  /** The number LinkedIn's search takes. */
  readonly id: string;
  readonly name: string;
  /** What tells it apart from others of its name. */
  readonly note: string | null;
}

export type LookupKind = 'location' | 'company';
