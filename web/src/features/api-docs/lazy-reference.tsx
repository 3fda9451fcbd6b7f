/**
 * The reference is most of the article's code. It is loaded when somebody scrolls near it or follows a link into it, and
 * otherwise once the browser has nothing else to do, so that the search in the page and print have it. Until then, its headings
 * stand for it, so that the contents lead to them.
 */
import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { whenQuiet } from '../../lib/when-quiet.ts';
import { DocSection } from './doc-section.tsx';
import { references, tablesReference } from './references.ts';

const ReferenceSections = lazyPart(
  async () => (await import('./reference-sections.tsx')).ReferenceSections,
  () => <Outline />,
);
/** How far from the window the reference may be, in pixels, before it is loaded. */
const NEAR = 1_500;

export function LazyReference() {
  const place = useRef<HTMLElement>(null);
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    if (isDue || place.current === null) return;
    const load = (): void => setDue(true);
    // An endpoint's anchor is there only with the endpoint.
    if (window.location.hash !== '' && linkedElement() === null) load();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: `${NEAR}px` },
    );
    observer.observe(place.current);
    const stopWaiting = whenQuiet(() => false, load);
    return () => {
      observer.disconnect();
      stopWaiting();
    };
  }, [isDue]);

  /** What stands above a linked section has grown. */
  function keepLinkedInSight(): void {
    const linked = linkedElement();
    if (place.current?.contains(linked) === true) linked?.scrollIntoView();
  }

  return (
    <Box ref={place} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
      {isDue ? <ReferenceSections onShown={keepLinkedInSight} /> : <Outline />}
    </Box>
  );
}

function Outline() {
  return [tablesReference, ...references].map(({ id, title }) => (
    <DocSection key={id} id={id} title={title}>
      {id === tablesReference.id && <LoadingText>Loading the description of every endpoint…</LoadingText>}
    </DocSection>
  ));
}

function linkedElement(): HTMLElement | null {
  return document.getElementById(window.location.hash.slice(1));
}
