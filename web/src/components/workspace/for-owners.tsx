/** What is about payments, for the owners of a workspace. Others read why they do not see it, and where to look instead. */
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { paying } from '../../lib/workspace/needs.ts';
import { useMay } from '../../lib/workspace/use-may.ts';
import { TextLink } from '../text-link.tsx';

export function ForOwners({ children }: { readonly children: ReactNode }) {
  const refusal = useMay(paying);
  if (refusal === null) return children;
  return (
    <Typography>
      {refusal} <TextLink to={`${paths.workspace}?show=subscription`}>What the workspace may do this month</TextLink>
    </Typography>
  );
}
