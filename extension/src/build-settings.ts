/**
 * What the build decides once: the origins it answers and whether requests are paced. Constants of
 * the bundle, so that no page and no message can change them.
 */
declare const __LEADLOOM_APP_ORIGINS__: readonly string[];
declare const __LEADLOOM_PACING__: boolean;

/** Origins with their port, `http://localhost:3000`; the first one is where the popup's link leads. */
export const builtInOrigins: readonly string[] = __LEADLOOM_APP_ORIGINS__;

/** false only in builds for tests and benchmarks, against a stand-in. */
export const isPaced: boolean = __LEADLOOM_PACING__;
