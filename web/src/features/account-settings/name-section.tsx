import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { SettingsLine } from './settings-line.tsx';

/** The name is part of the profile, which has its own screen. */
export function NameSection({ name }: { readonly name: string | null }) {
  return (
    <SettingsLine
      heading="Name"
      value={name ?? 'Not set'}
      action={
        <Button size="small" component={Link} to={paths.profile} aria-label="Change your name in your profile">
          Change
        </Button>
      }
    />
  );
}
