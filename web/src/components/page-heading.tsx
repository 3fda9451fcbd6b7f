/**
 * The only h1 of a page. It names the document, and gets the focus after navigation, so that keyboards and
 * screen readers start at the new content.
 */
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageTitle } from './use-page-title.ts';

interface PageHeadingProps {
  /** The page's name in the window's title; several pages greet, and none is called "Welcome". */
  readonly title: string;
  /** What is shown, when it is more than the title. */
  readonly children?: ReactNode;
  /** false: the page begins with the focus in one of its fields. */
  readonly isFocused?: boolean;
}

export function PageHeading({ title, children, isFocused = true }: PageHeadingProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const wasNavigatedTo = key !== 'default';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page, even with the same component
  useEffect(() => {
    if (wasNavigatedTo && isFocused) heading.current?.focus();
  }, [pathname]);

  return (
    <Typography ref={heading} variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
      {children ?? title}
    </Typography>
  );
}

/** A heading, and what stands in its line. */
export const HeadingLine = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.25rem 0.75rem',
  // A heading has room of its own around it.
  marginBottom: '-0.5rem',
  '& > h1': { flex: '1 1 12rem', alignSelf: 'start' },
});
