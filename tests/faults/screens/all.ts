/** Every screen of the app, with every call it makes. Add new screens here. */
import type { Screen } from '../spa/screen.ts';
import { accountScreens } from './account-settings.ts';
import { collectedScreens } from './collected.ts';
import { collectorScreen } from './collector.ts';
import { dashboardScreens } from './dashboard.ts';
import { invoiceScreens } from './invoices.ts';
import { keyScreens } from './keys.ts';
import { codeScreens } from './mailed-codes.ts';
import { paymentScreens } from './payment.ts';
import { profileScreens } from './profile.ts';
import { signInScreens } from './sign-in.ts';
import { trackingScreens } from './tracking.ts';

export const screens: readonly Screen[] = [
  ...signInScreens,
  ...codeScreens,
  ...dashboardScreens,
  ...paymentScreens,
  ...profileScreens,
  ...keyScreens,
  ...invoiceScreens,
  ...accountScreens,
  ...collectedScreens,
  ...trackingScreens,
  collectorScreen,
];
