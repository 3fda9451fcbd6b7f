/** What the alerts have told, newest first. A message shows its rows when it is opened, and is read then. */
import type { AlertMessage } from '@leadloom/shared/contract/alert-messages';
import { fieldChangeText } from '@leadloom/shared/tables/field-change-text';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { RowLink } from '../../components/row-link.tsx';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { changeWords } from './alert-words.ts';

interface MessageListProps {
  readonly messages: readonly AlertMessage[];
  /** The id of the open one. */
  readonly open: number | null;
  readonly onToggle: (message: AlertMessage) => void;
}

export function MessageList({ messages, open, onToggle }: MessageListProps) {
  return (
    <Paper variant="outlined" component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {messages.map((message, index) => (
        <Box component="li" key={message.id} sx={{ borderTop: index === 0 ? 0 : 1, borderColor: 'divider' }}>
          <Message message={message} isOpen={message.id === open} onToggle={() => onToggle(message)} />
        </Box>
      ))}
    </Paper>
  );
}

/** The texts of links, by the link of a notice. */
const noticeLinks: Readonly<Record<string, string>> = {
  '/app/webhooks': 'See your webhooks',
  '/app/destinations': 'See your destinations',
};

interface MessageProps {
  readonly message: AlertMessage;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Message({ message, isOpen, onToggle }: MessageProps) {
  const { id, alert_id: alert, title, at, table = null, rows, count, link, read } = message;
  const panel = `alert-message-${id}`;
  return (
    <>
      <Button
        fullWidth
        color="inherit"
        onClick={onToggle}
        aria-expanded={isOpen}
        aria-controls={panel}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
          columnGap: 1.5,
          rowGap: 0.25,
          // Titles are as long as the names of alerts.
          whiteSpace: 'normal',
          overflowWrap: 'anywhere',
          px: 2,
          py: 1.25,
          textAlign: 'start',
          fontWeight: read ? 400 : 620,
        }}
      >
        <span>
          {title}
          {!read && <Chip label="Unread" size="small" color="primary" variant="outlined" sx={{ ml: 1 }} />}
        </span>
        <Typography component="time" dateTime={at} variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {formatDayAndTime(at)}
        </Typography>
      </Button>
      <Collapse in={isOpen} unmountOnExit id={panel}>
        <Box sx={{ px: 2, pt: 1, pb: 2 }}>
          {alert === null ? (
            <Button size="small" component={Link} to={link.replace(/^\/app/, '')}>
              {noticeLinks[link] ?? 'See what this is about'}
            </Button>
          ) : rows.length === 0 ? (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              This message lists no rows.
            </Typography>
          ) : (
            <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.5, fontSize: '0.875rem' }}>
              {rows.map(({ id: row, change, name, fields }) => (
                <li key={`${change} ${row}`}>
                  {`${changeWords[change]}: `}
                  {/* A row without a name is gone. */}
                  {name === undefined ? `row ${row}` : <RowLink {...{ table, row }}>{name}</RowLink>}
                  {fields === undefined ? '' : ` (${fields.map(fieldChangeText).join(', ')})`}
                </li>
              ))}
              {count > rows.length && (
                <li>{`and ${formatCount(count - rows.length)} more: only the first ${formatCount(rows.length)} are named`}</li>
              )}
            </Box>
          )}
        </Box>
      </Collapse>
    </>
  );
}
