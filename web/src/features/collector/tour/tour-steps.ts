/** What the tour says of each area of the screen, in the order they are used. */
export interface TourStep {
  /** The id of the area's element. */
  readonly target: string;
  readonly title: string;
  readonly text: string;
}

export const tourSteps: readonly TourStep[] = [
  {
    target: 'extension-status',
    title: 'The extension',
    text: 'Everything here is read by the extension in this browser. This line says whether it answers. Without it no button on this page works.',
  },
  {
    target: 'cookie-status',
    title: 'Your LinkedIn sign-in',
    text: 'The extension reads LinkedIn as you, with the sign-in of this browser. Only whether you are signed in is checked; no cookie leaves the browser.',
  },
  {
    target: 'manual-profiles',
    title: 'Profiles you know',
    text: 'Paste addresses of LinkedIn profiles, one per line. They are put on the list; nothing is asked of LinkedIn yet.',
  },
  {
    target: 'connection-profiles',
    title: 'Your connections',
    text: 'Puts your own connections on the list, page by page. Each page counts against today’s allowance. You can stop at any time and go on later.',
  },
  {
    target: 'search-profiles',
    title: 'A people search',
    text: 'Searches LinkedIn for people and puts what it finds on the list. LinkedIn itself limits searches of free accounts, so search seldom and precisely.',
  },
  {
    target: 'profiles-table',
    title: 'The list',
    text: 'Every profile with its state. A row that could not be read says why and can be tried again; a downloaded one leads to its details.',
  },
  {
    target: 'download-config',
    title: 'Downloading',
    text: 'Takes the selected profiles, or else the next ones. At most 3 are read at once, with pauses: 10 profiles take some minutes. Keep this page open; a job that was cut off goes on by itself.',
  },
  {
    target: 'allowance',
    title: 'What is left today',
    text: 'The extension allows 80 profiles and 40 search pages in 24 hours, less in the first 7 days or when the operator says so. This lowers the risk for your LinkedIn account; it cannot remove it.',
  },
  {
    target: 'download-profiles',
    title: 'Your data',
    text: 'Everything collected so far as files: one with the profiles, one with their experiences.',
  },
];

/** A step that exists, whatever was asked for. */
export function clampStep(step: number): number {
  return Math.min(Math.max(step, 0), tourSteps.length - 1);
}
