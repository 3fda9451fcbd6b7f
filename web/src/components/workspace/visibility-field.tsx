/** Who sees a view, a list or an alert, chosen in its dialog. Not shown in a personal workspace, where nobody else could. */
import { type Visibility, visibilities } from '@leadloom/shared/contract/visibility';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { useWorkspace } from '../../lib/workspace/use-workspace.ts';

interface VisibilityFieldProps {
  readonly visibility: Visibility;
  readonly onChange: (visibility: Visibility) => void;
}

export function VisibilityField({ visibility, onChange }: VisibilityFieldProps) {
  const { name, isPersonal } = useWorkspace();
  const labelId = useId();
  if (isPersonal) return null;
  const labels: Readonly<Record<Visibility, string>> = { private: 'Only me', workspace: `Everybody in ${name}` };
  return (
    <div>
      <FormLabel id={labelId} sx={{ fontSize: '0.8125rem' }}>
        Who sees it
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        sx={{ columnGap: 2 }}
        value={visibility}
        onChange={(_, value) => {
          const chosen = visibilities.find((known) => known === value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {visibilities.map((one) => (
          <FormControlLabel key={one} value={one} control={<Radio size="small" />} label={labels[one]} />
        ))}
      </RadioGroup>
    </div>
  );
}
