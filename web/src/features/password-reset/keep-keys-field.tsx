import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';

interface KeepKeysFieldProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** Anyone who knew the password may have created keys, so they are revoked unless the owner keeps them. */
export function KeepKeysField({ isChecked, onChange }: KeepKeysFieldProps) {
  const hintId = useId();
  return (
    <Box>
      <FormControlLabel
        label="Keep my API keys"
        control={
          <Checkbox
            checked={isChecked}
            onChange={(_, next) => onChange(next)}
            slotProps={{ input: { 'aria-describedby': hintId } }}
          />
        }
      />
      <FormHelperText id={hintId} sx={{ mt: 0 }}>
        Otherwise all of them are revoked. Keep them only if nobody else could have seen them.
      </FormHelperText>
    </Box>
  );
}
