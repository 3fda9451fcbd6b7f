/** The app's one way to log to the console: problems people need not see, for those who investigate them. */
export function logProblem(what: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is where such problems are meant to be found
  console.error(`[leadloom] ${what}`, ...(details === undefined ? [] : [details]));
}

/** Logs events that are no errors but worth logging, such as an unknown location. */
export function logWarning(what: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: as above
  console.warn(`[leadloom] ${what}`, ...(details === undefined ? [] : [details]));
}
