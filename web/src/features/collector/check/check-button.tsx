/** The button beside the connection, and the same one where a job ended because LinkedIn answered differently. */
import Button from '@mui/material/Button';
import { CHECK_TITLE, openCheckPanel } from './check-panel-state.ts';

interface CheckButtonProps {
  /** What the tour points at. */
  readonly id?: string;
}

export function CheckButton({ id }: CheckButtonProps) {
  return (
    <Button
      {...(id === undefined ? {} : { id })}
      size="small"
      variant="outlined"
      onClick={openCheckPanel}
      sx={{ justifySelf: 'start' }}
    >
      {CHECK_TITLE}
    </Button>
  );
}
