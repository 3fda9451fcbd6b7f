import { useEffect } from 'react';

/** Sets the window's title to that of the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leadloom`;
  }, [title]);
}
