import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { useUnreadAlerts } from '../../lib/alerts/use-unread-alerts.ts';
import { paths } from '../../lib/paths.ts';

/** Leads to the alerts, and shows how many messages are unread. */
export function AlertsBell() {
  const unread = useUnreadAlerts();
  return (
    <IconButton component={Link} to={paths.alerts} aria-label={unread === 0 ? 'Alerts' : `Alerts: ${unread} unread`}>
      <Badge badgeContent={unread === 0 ? null : unread} max={99} color="primary">
        <NotificationsNoneRounded fontSize="small" />
      </Badge>
    </IconButton>
  );
}
