/**
 * What the build decides once: the origins it answers, the key their server proves itself with, and whether
 * requests are paced. Constants of the bundle, so that no page and no message can change them.
 */
import type { BuiltIn } from './state/origin-keys.ts';

declare const __LEADLOOM_APP_ORIGINS__: readonly string[];
declare const __LEADLOOM_SERVER_KEY__: string | null;
declare const __LEADLOOM_PACING__: boolean;

/** The first origin is where the popup's link leads. */
export const builtIn: BuiltIn = { origins: __LEADLOOM_APP_ORIGINS__, serverKey: __LEADLOOM_SERVER_KEY__ };

/** false only in builds for tests and benchmarks, against a stand-in. */
export const isPaced: boolean = __LEADLOOM_PACING__;
