/** How lines of a drawing are told apart: by their dashes as well as by their colours. */
import type { Theme } from '@mui/material/styles';

export interface LineLook {
  readonly color: string;
  /** The dashes as SVG writes them. */
  readonly dashes: string;
}

/** The looks of the lines in the overview, that of the largest trend first. */
export function overviewLooks({ palette }: Theme['vars']): readonly LineLook[] {
  return [
    { color: palette.primary.main, dashes: 'none' },
    { color: palette.secondary.main, dashes: '7 3' },
    { color: palette.info.main, dashes: '2 3' },
    { color: palette.text.primary, dashes: '9 3 2 3' },
    { color: palette.text.secondary, dashes: '4 4' },
  ];
}

export function strictnessLooks({ palette }: Theme['vars']) {
  return {
    clusters: { color: palette.primary.main, dashes: 'none' },
    large_clusters: { color: palette.secondary.main, dashes: '7 3' },
    noise_share: { color: palette.text.secondary, dashes: '2 3' },
  } as const satisfies Readonly<Record<string, LineLook>>;
}
