/**
 * Style sheets of parts that come and go with their screen. Within a frame they stay in the page once they were needed:
 * taking one out and putting it in again has the browser match the styles of the whole page twice.
 */
import {
  createContext,
  Fragment,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useState,
} from 'react';

const KeepContext = createContext<((styles: ReactElement) => void) | null>(null);

/** The frame, which outlives the parts. */
export function StyleKeeper({ children }: { readonly children: ReactNode }) {
  const [cached, setCached] = useState<readonly ReactElement[]>([]);
  const keep = useCallback((styles: ReactElement) => {
    setCached((before) => (before.includes(styles) ? before : [...before, styles]));
  }, []);
  return (
    <KeepContext value={keep}>
      {cached.map((styles, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: none is ever taken away
        <Fragment key={index}>{styles}</Fragment>
      ))}
      {children}
    </KeepContext>
  );
}

interface CachedStylesProps {
  /** Global styles; always the same element. */
  readonly styles: ReactElement;
}

/** Without a frame around it, the styles stay as long as this does. */
export function CachedStyles({ styles }: CachedStylesProps) {
  const keep = useContext(KeepContext);
  useLayoutEffect(() => keep?.(styles), [keep, styles]);
  return keep === null ? styles : null;
}
