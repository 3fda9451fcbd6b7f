/** A location or company a search can be narrowed to. */
export interface LookupOption {
  readonly id: string;
  /** The numbers LinkedIn's search takes for it. */
  readonly ids: readonly [string, ...string[]];
  readonly name: string;
  /** What distinguishes it from others with the same name. */
  readonly note: string | null;
  /** What it is called once it is chosen, where no note stands beside it. */
  readonly chosenName: string;
}

export type LookupKind = 'location' | 'company';
