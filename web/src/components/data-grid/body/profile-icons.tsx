/** The icons of networks, drawn once: cells use them by their id, so that a row costs no component for each. */
import Facebook from '@mui/icons-material/Facebook';
import Instagram from '@mui/icons-material/Instagram';
import LinkedIn from '@mui/icons-material/LinkedIn';
import X from '@mui/icons-material/X';
import YouTube from '@mui/icons-material/YouTube';
import { iconIdOf } from './profile-networks.ts';

/** The icons that cells refer to. They are hidden without `display: none`, which the references would inherit. */
export function ProfileIcons() {
  return (
    <span aria-hidden style={{ position: 'absolute', width: 0, height: 0, overflow: 'hidden' }}>
      <LinkedIn id={iconIdOf('linkedin')} />
      <Facebook id={iconIdOf('facebook')} />
      <Instagram id={iconIdOf('instagram')} />
      <YouTube id={iconIdOf('youtube')} />
      <X id={iconIdOf('twitter')} />
    </span>
  );
}
