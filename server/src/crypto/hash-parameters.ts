/** What hashing a password costs; tests hash cheaply. */

/** What one hash costs; `memoryCost` is in KiB. */
export interface HashParameters {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
