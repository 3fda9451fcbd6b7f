/** All open sources, in the order in which operators see them. */
import type { OpenSource } from './open-source.ts';

export const openSources: readonly OpenSource[] = [];
