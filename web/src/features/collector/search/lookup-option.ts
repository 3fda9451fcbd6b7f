/** A location or company a search can be narrowed to. */
export interface LookupOption {
  /** The number LinkedIn's search takes. */
  readonly id: string;
  readonly name: string;
  /** What distinguishes it from others with the same name. */
  readonly note: string | null;
}

export type LookupKind = 'location' | 'company';
