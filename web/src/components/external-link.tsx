/** A link to another site. Its text and address come from data, so neither is trusted: text stays text, and only web addresses are followed. */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { webHref } from '../lib/web-href.ts';

interface ExternalLinkProps {
  readonly href: string;
  readonly children: ReactNode;
  /** Replaces a text that says too little by itself. */
  readonly label?: string;
}

export function ExternalLink({ href, children, label }: ExternalLinkProps) {
  const safe = webHref(href);
  if (safe === null) return <span>{children}</span>;
  return (
    <OtherSite href={safe} target="_blank" rel="noopener noreferrer nofollow" aria-label={label}>
      {children}
    </OtherSite>
  );
}

const OtherSite = styled('a')(({ theme: { vars } }) => ({
  color: vars.palette.primary.main,
  textDecorationColor: 'color-mix(in srgb, currentColor 45%, transparent)',
  borderRadius: 2,
  '&:hover': { textDecorationColor: 'currentColor' },
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
}));
