import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { SettingsLine } from './settings-line.tsx';

/** The name is part of the profile, which has its own screen. */
export function NameSection({ name }: { readonly name: string | null }) {
  return (
    <SettingsLine
      heading="Name"
      value={name ?? 'Not set'}
      action={<TextLink to={paths.profile}>Change in your profile</TextLink>}
    />
  );
}
