import { AccountSettings } from '../../features/account-settings/account-settings.tsx';

export function AccountPage() {
  return <AccountSettings />;
}
