import type { WorkspaceRole } from '@leadloom/shared/contract/workspace-access';
import { workspaceRoles } from '@leadloom/shared/contract/workspace-roles';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { roleWords } from './workspace-words.ts';

interface RoleFieldProps {
  readonly value: WorkspaceRole;
  /** The roles that the reader may give. */
  readonly offered: (role: WorkspaceRole) => boolean;
  readonly onChange: (role: WorkspaceRole) => void;
}

/** The choice of a role, with what each of them is for. */
export function RoleField({ value, offered, onChange }: RoleFieldProps) {
  const groupId = useId();
  return (
    <Box>
      <Typography id={groupId} component="div" variant="subtitle2">
        Role
      </Typography>
      <RadioGroup
        aria-labelledby={groupId}
        value={value}
        onChange={(_, chosen) => {
          const role = workspaceRoles.find((known) => known === chosen);
          if (role !== undefined) onChange(role);
        }}
      >
        {workspaceRoles
          .filter((role) => role === value || offered(role))
          .map((role) => (
            <FormControlLabel
              key={role}
              value={role}
              control={<Radio size="small" />}
              label={
                <Box component="span">
                  {roleWords[role].label}
                  <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
                    {roleWords[role].about}
                  </Box>
                </Box>
              }
              sx={{ alignItems: 'flex-start', py: 0.25, '& .MuiRadio-root': { py: 0.25 } }}
            />
          ))}
      </RadioGroup>
    </Box>
  );
}
