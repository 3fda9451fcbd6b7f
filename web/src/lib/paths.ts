/** Every route of the app, relative to its base path. Screens link by these names only. */
export const APP_BASE = '/app';

export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  newPassword: '/new-password/:passwordCode',
  verify: '/verify/:verificationCode',
  dashboard: '/dashboard',
  payment: '/payment',
  profile: '/profile',
  keys: '/keys',
  invoices: '/invoices',
  companies: '/table/companies',
  investors: '/table/investors',
  people: '/table/people',
  reviews: '/table/reviews',
  shopify: '/table/shopify',
  redditPosts: '/table/reddit-posts',
  tiktokVideos: '/table/tiktok-videos',
  social: '/social',
  socialDashboard: '/social-dashboard',
  linkedinOnboarding: '/linkedin/onboarding',
  linkedinCollector: '/linkedin/collector',
  linkedinUser: '/linkedin/users/:userId',
} as const;
