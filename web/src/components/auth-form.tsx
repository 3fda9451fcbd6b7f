/** The layout shared by the forms around signing in: heading, fields, one wide button, links below. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react';
import { PageHeading } from './page-heading.tsx';

interface AuthFormProps {
  /** The page's name in the window's title. */
  readonly title: string;
  readonly heading: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isSubmitDisabled: boolean;
  /** Also called for the Enter key while the button is disabled: what is missing may just not be checked yet. */
  readonly onSubmit: () => void;
  readonly notice?: ReactNode;
  /** What can be done instead of sending the form. */
  readonly otherWays?: ReactNode;
  readonly links: ReactNode;
}

export function AuthForm({
  title,
  heading,
  lead,
  children,
  submitLabel,
  isSubmitDisabled,
  onSubmit,
  notice,
  otherWays,
  links,
}: AuthFormProps) {
  function onFormSubmit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Browsers do not submit by Enter while the button is disabled.
    if (event.key === 'Enter' && isSubmitDisabled && event.target instanceof HTMLInputElement) onSubmit();
  }

  return (
    <>
      <Box sx={{ mb: 3.5, display: 'grid', gap: 1 }}>
        <PageHeading title={title}>{heading}</PageHeading>
        {lead !== undefined && <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>}
      </Box>
      <Box component="form" noValidate onSubmit={onFormSubmit} onKeyDown={onKeyDown} sx={{ display: 'grid', gap: 1 }}>
        {children}
        <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitDisabled} sx={{ mt: 0.5 }}>
          {submitLabel}
        </Button>
      </Box>
      {/* Present from the start, so that what appears in it is read out. */}
      <Box aria-live="polite" sx={{ mt: notice ? 2 : 0 }}>
        {notice}
      </Box>
      {otherWays}
      <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, fontSize: '0.875rem' }}>{links}</Box>
    </>
  );
}
