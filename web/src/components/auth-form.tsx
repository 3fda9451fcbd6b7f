/** The layout shared by the forms around signing in: heading, fields, one wide button, links below. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, memo, type ReactNode, type SubmitEvent } from 'react';
import { PageHeading } from './page-heading.tsx';
import { SubmitButton } from './submit-button.tsx';

interface AuthFormProps {
  /** The page's name in the window's title. */
  readonly title: string;
  readonly heading: string;
  readonly lead?: ReactNode;
  /** false: a field has the focus first, also after navigation. */
  readonly isHeadingFocused?: boolean;
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isSubmitDisabled: boolean;
  /** The Enter key calls this even while the button is disabled: what is missing may just not be checked yet. */
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
  isHeadingFocused = true,
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
      <Heading {...{ title, heading, lead, isHeadingFocused }} />
      <Box component="form" noValidate onSubmit={onFormSubmit} onKeyDown={onKeyDown} sx={{ display: 'grid', gap: 1 }}>
        {children}
        <SubmitButton label={submitLabel} size="large" fullWidth isDisabled={isSubmitDisabled} sx={submitStyle} />
      </Box>
      {/* The line is present from the start, so that what appears in it is read out. */}
      <Box aria-live="polite" sx={{ mt: notice ? 2 : 0 }}>
        {notice}
      </Box>
      {otherWays}
      <Links>{links}</Links>
    </>
  );
}

const submitStyle = { mt: 0.5 };

type HeadingProps = Pick<AuthFormProps, 'title' | 'heading' | 'lead'> & { readonly isHeadingFocused: boolean };

/** What is around the fields stays as it is while letters are typed, if it is given the same parts. */
const Heading = memo(function Heading({ title, heading, lead, isHeadingFocused }: HeadingProps) {
  return (
    <Box sx={{ mb: 3.5, display: 'grid', gap: 1 }}>
      <PageHeading title={title} isFocused={isHeadingFocused}>
        {heading}
      </PageHeading>
      {lead !== undefined && <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>}
    </Box>
  );
});

const Links = memo(function Links({ children }: { readonly children: ReactNode }) {
  return <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, fontSize: '0.875rem' }}>{children}</Box>;
});
