import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { useUnreadAlerts } from '../../lib/alerts/use-unread-alerts.ts';
import { paths } from '../../lib/paths.ts';

const MOST_SHOWN = 99;

/** Leads to the alerts, and shows how many messages are unread. */
export function AlertsBell() {
  const unread = useUnreadAlerts();
  return (
    <IconButton component={Link} to={paths.alerts} aria-label={unread === 0 ? 'Alerts' : `Alerts: ${unread} unread`}>
      <NotificationsNoneRounded fontSize="small" />
      {unread > 0 && <Count>{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</Count>}
    </IconButton>
  );
}

const Count = styled('span')(({ theme: { vars } }) => ({
  position: 'absolute',
  top: 0,
  insetInlineEnd: 0,
  boxSizing: 'border-box',
  minWidth: '1.125rem',
  padding: '0 0.25rem',
  borderRadius: '0.5625rem',
  background: vars.palette.primary.main,
  color: vars.palette.primary.contrastText,
  fontSize: '0.6875rem',
  fontWeight: 560,
  lineHeight: '1.125rem',
  textAlign: 'center',
}));
