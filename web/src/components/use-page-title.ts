import { useEffect } from 'react';

/** Names the window after the page shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leadloom`;
  }, [title]);
}
