/** The drawer's entries in their order. */
import { paths } from '../../lib/paths.ts';

interface NavigationLink {
  readonly label: string;
  readonly path: string;
}

export const mainLinks: readonly NavigationLink[] = [
  { label: 'Dashboard', path: paths.dashboard },
  { label: 'Payment', path: paths.payment },
  { label: 'API Keys', path: paths.keys },
  { label: 'Invoices', path: paths.invoices },
  { label: 'Profile', path: paths.profile },
  { label: 'Linkedin Profiles', path: paths.linkedinOnboarding },
  { label: 'Investors', path: paths.investors },
  { label: 'Companies', path: paths.companies },
];

/** Screens the first group does not reach. */
export const moreLinks: readonly NavigationLink[] = [
  { label: 'People', path: paths.people },
  { label: 'G2 Reviews', path: paths.reviews },
  { label: 'Shopify Stores', path: paths.shopify },
  { label: 'Reddit Posts', path: paths.redditPosts },
  { label: 'TikTok Videos', path: paths.tiktokVideos },
  { label: 'LinkedIn Collector', path: paths.linkedinCollector },
  { label: 'Collected People', path: paths.linkedinPeople },
  { label: 'Reddit Collector', path: paths.social },
  { label: 'Social Dashboard', path: paths.socialDashboard },
  { label: 'Account', path: paths.account },
];
