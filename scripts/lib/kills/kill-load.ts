/** The work that continues while something is killed. */
export interface KillLoad {
  /** The number of acknowledged writes so far. */
  acknowledged(): number;
  /** Resolves once the server has done something that began after this call. @throws {Error} after the limit, in milliseconds */
  untilAllWrite(limit: number): Promise<void>;
  /** Resolves once the last write was answered. */
  stop(): Promise<void>;
  /** @returns how many acknowledged writes have no effect */
  countLost(): Promise<number>;
}
