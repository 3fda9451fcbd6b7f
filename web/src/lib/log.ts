/** The app's one way to the console: problems people need not see, for whoever looks into them. */
export function logProblem(what: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is where such problems are meant to be found
  console.error(`[leadloom] ${what}`, ...(details === undefined ? [] : [details]));
}

/** For what is no fault and still worth a line, such as a place nobody knows. */
export function logWarning(what: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: as above
  console.warn(`[leadloom] ${what}`, ...(details === undefined ? [] : [details]));
}
