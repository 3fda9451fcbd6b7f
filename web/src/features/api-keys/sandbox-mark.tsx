import { kindOfKey } from '@leadloom/shared/contract/keys';
import Chip from '@mui/material/Chip';

/** Marks a key that returns sample rows; live keys need no mark. */
export function SandboxMark({ prefix }: { readonly prefix: string }) {
  return kindOfKey(prefix) === 'test' ? <Chip size="small" variant="outlined" color="info" label="Sandbox" /> : null;
}
