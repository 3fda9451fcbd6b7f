import type { LineLook } from './line-looks.ts';

/** A piece of a line, beside its name. */
export function LineSample({ look }: { readonly look: LineLook | undefined }) {
  return (
    <svg viewBox="0 0 32 8" width="32" height="8" aria-hidden="true" style={{ forcedColorAdjust: 'none', flex: 'none' }}>
      <line
        x1="0"
        y1="4"
        x2="32"
        y2="4"
        style={{ stroke: look?.color ?? 'currentColor', strokeWidth: 2, strokeDasharray: look?.dashes }}
      />
    </svg>
  );
}
