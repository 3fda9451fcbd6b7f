/** The app's one way to the console: problems people need not see, for whoever looks into them. */
export function logProblem(what: string, details?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: this is where such problems are meant to be found
  console.error(`[leadloom] ${what}`, ...(details === undefined ? [] : [details]));
}
