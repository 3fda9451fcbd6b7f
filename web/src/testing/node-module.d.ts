/** Tests run in Node; the rest of the web app must not know it. */
declare module 'node:module' {
  export type SerializeStyles = (styles: readonly unknown[], registered?: unknown, props?: unknown) => unknown;

  interface Load {
    (name: '@emotion/serialize'): { serializeStyles: SerializeStyles };
    resolve(name: string): string;
  }
  export function createRequire(url: string): Load;
}
