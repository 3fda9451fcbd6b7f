/** "Start Tour". The tour itself is a chunk of its own: most visits never need it. */
import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';

const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));

export function TourButton() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback((): void => setOpen(false), []);
  const wasOpen = useRef(false);

  // The card takes the focus with it when it closes.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      <Button ref={button} variant="outlined" onClick={() => setOpen(true)}>
        Start Tour
      </Button>
      {isOpen && (
        <Suspense>
          <Tour onClose={close} />
        </Suspense>
      )}
    </>
  );
}
