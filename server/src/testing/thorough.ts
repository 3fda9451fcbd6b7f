/** How much a test with generated or numerous cases tries: all of them in `pnpm faults`, fewer in every other command. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    isThorough?: boolean;
  }
}

export const isThorough = (): boolean => inject('isThorough') === true;

export const thoroughOr = (thorough: number, quick: number): number => (isThorough() ? thorough : quick);
