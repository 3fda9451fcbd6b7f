import type { TableView } from '@leadloom/shared/contract/table-views';
import Button from '@mui/material/Button';
import { Link, useNavigate } from 'react-router-dom';
import { May } from '../../components/workspace/may.tsx';
import { newAlertPath } from '../../lib/alerts/new-alert-path.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { changing } from '../../lib/workspace/needs.ts';

interface AlertButtonProps {
  /** The open view. */
  readonly view: TableView | null;
  /** The filter by list. */
  readonly list: unknown;
}

/** Starts an alert on what is open: a view, or a list. Other rows cannot be watched before they are saved as a view. */
export function AlertButton({ view, list }: AlertButtonProps) {
  const navigate = useNavigate();
  const watch =
    view !== null
      ? ({ kind: 'view', id: view.id } as const)
      : typeof list === 'string'
        ? ({ kind: 'list', id: Number(list) } as const)
        : null;
  useScreenActions(
    watch === null
      ? []
      : [{ label: 'Alert me about these rows', needs: changing, run: () => void navigate(newAlertPath(watch)) }],
  );
  if (watch === null) return null;
  return (
    <May needs={changing}>
      <Button size="small" component={Link} to={newAlertPath(watch)}>
        Alert me
      </Button>
    </May>
  );
}
