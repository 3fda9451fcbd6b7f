/** A link to another site. Its text and address come from data, so neither is trusted: text stays text, and only web addresses are followed. */
import Link from '@mui/material/Link';
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
    <Link href={safe} target="_blank" rel="noopener noreferrer nofollow" aria-label={label}>
      {children}
    </Link>
  );
}
