import { kindOfKey } from '@leadloom/shared/contract/keys';
import Chip from '@mui/material/Chip';

/** Tells a key that is answered from invented rows; live keys need no mark. */
export function SandboxMark({ prefix }: { readonly prefix: string }) {
  return kindOfKey(prefix) === 'test' ? <Chip size="small" variant="outlined" color="info" label="Sandbox" /> : null;
}
