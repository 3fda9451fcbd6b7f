/** What the tour says about each area of the screen, in the order of use. */
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
    text: 'The extension in this browser reads everything on this page. This line shows whether it responds. Without it, no button on this page works.',
  },
  {
    target: 'cookie-status',
    title: 'Your LinkedIn sign-in',
    text: 'The extension reads LinkedIn as you, with the sign-in of this browser. Only whether you are signed in is checked; no cookie leaves the browser.',
  },
  {
    target: 'manual-profiles',
    title: 'Profiles you know',
    text: 'Paste addresses of LinkedIn profiles, one per line. They are added to the list; no request is sent to LinkedIn yet.',
  },
  {
    target: 'connection-profiles',
    title: 'Your connections',
    text: 'Adds your connections to the list, page by page. Each page counts towards today’s allowance. You can stop at any time and continue later.',
  },
  {
    target: 'search-profiles',
    title: 'A people search',
    text: 'Searches LinkedIn for people and adds them to the list. LinkedIn limits searches for free accounts, so search rarely and precisely.',
  },
  {
    target: 'profiles-table',
    title: 'The list',
    text: 'Every profile with its state. A profile that could not be read shows why and can be retried; a downloaded one links to its details.',
  },
  {
    target: 'download-config',
    title: 'Downloading',
    text: 'Downloads the selected profiles, or else the next ones. At most 3 are read at once, with pauses: 10 profiles take some minutes. Keep a tab of Leadloom open; an interrupted job resumes by itself, and a used-up allowance is waited for.',
  },
  {
    target: 'allowance',
    title: 'What is left today',
    text: 'The extension allows 80 profiles and 40 search pages in 24 hours, less in the first 7 days or if the operator sets lower limits. This lowers the risk for your LinkedIn account; it cannot remove it.',
  },
  {
    target: 'download-profiles',
    title: 'Your data',
    text: 'Everything collected so far as files: one with the profiles, one with their experiences.',
  },
  {
    target: 'linkedin-check-button',
    title: 'How LinkedIn answers',
    text: 'Reads your own profile and says of each kind of answer whether this version understands it. Use it before a large job, and when people come back half empty.',
  },
];

/** Clamps a step to the existing ones. */
export function clampStep(step: number): number {
  return Math.min(Math.max(step, 0), tourSteps.length - 1);
}
