/** Any text at all, beside known values an editor offers: a plain `string` would swallow them. */
export type AnyText = string & Record<never, never>;
