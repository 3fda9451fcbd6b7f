/**
 * The tour through the screen: one card at a time beside its area, the rest dimmed. The code is loaded when somebody starts
 * it. The tour owns the keys Esc, left and right, and selects the tabs of areas that are not shown.
 */
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { type FloatingOptions, Joyride, type Step } from 'react-joyride';
import { TourCard } from './tour-card.tsx';
import { clampStep, tourSteps } from './tour-steps.ts';

const FRAME_MS = 50;

/** The layer is above the frame of the page, and below nothing. */
const Z_INDEX = 1400;
/** The bar at the top stays in place while the page scrolls under it, and so does the heading for the first steps. */
const SCROLL_OFFSET_PX = 152;

/**
 * The card stands beside a tall area when there is no room below and above it; in a narrow window it covers a part of the
 * area, but is always whole.
 */
const cardPlaces: Partial<FloatingOptions> = {
  flipOptions: { fallbackPlacements: ['top', 'left', 'right'] },
  shiftOptions: { crossAxis: true },
};

const nothing = (): null => null;

/** The page's policy allows style elements by nonce only. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

interface TourControls {
  readonly onGo: (step: number) => void;
  readonly onClose: () => void;
}

const TourContext = createContext<TourControls>({ onGo: () => undefined, onClose: () => undefined });

const arrowKeys: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);

export function Tour({ onClose }: { readonly onClose: () => void }) {
  const [index, setIndex] = useState(0);
  const { vars } = useTheme();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = arrowKeys.get(event.key);
      if ((step === undefined && event.key !== 'Escape') || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      // The page behind the tour must not scroll with it.
      event.stopPropagation();
      if (step === undefined) onClose();
      else setIndex((current) => clampStep(current + step));
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [onClose]);

  const steps = useMemo(
    () => tourSteps.map(({ target, text }): Step => ({ target: `#${target}`, content: text, before: () => expandArea(target) })),
    [],
  );
  const controls = useMemo(() => ({ onGo: (step: number) => setIndex(clampStep(step)), onClose }), [onClose]);

  return (
    <TourContext value={controls}>
      <Joyride
        run
        continuous
        stepIndex={index}
        steps={steps}
        tooltipComponent={Card}
        floatingOptions={cardPlaces}
        beaconComponent={nothing}
        loaderComponent={nothing}
        {...(nonce ? { nonce } : {})}
        options={{
          skipBeacon: true,
          dismissKeyAction: false,
          overlayClickAction: false,
          scrollDuration: isStill ? 0 : 250,
          scrollOffset: SCROLL_OFFSET_PX,
          spotlightPadding: 6,
          spotlightRadius: 8,
          overlayColor: 'rgb(0 0 0 / 0.55)',
          arrowColor: vars.palette.background.paper,
          zIndex: Z_INDEX,
        }}
      />
    </TourContext>
  );
}

function Card({ index }: { readonly index: number }) {
  return <TourCard index={index} {...useContext(TourContext)} />;
}

/** Shows an area whose tab is not selected, so that the tour has something to point at. */
async function expandArea(id: string): Promise<void> {
  const tab = document.querySelector<HTMLElement>(`[role="tab"][aria-selected="false"][aria-controls="${CSS.escape(id)}"]`);
  if (tab === null) return;
  tab.click();
  // The panel has its height after the next frame.
  await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
}
