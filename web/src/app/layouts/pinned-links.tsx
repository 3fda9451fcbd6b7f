/** The lists and views that the account pinned, each with a button that unpins it. */
import type { Pin } from '@leadloom/shared/contract/pins';
import CloseRounded from '@mui/icons-material/CloseRounded';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { reportFailedPart } from '../../components/lazy-part.tsx';
import { LazyTooltip } from '../../components/lazy-tooltip.tsx';
import { type PinGroup, pinPath } from '../../lib/pins/use-pins.ts';
import { Links } from './navigation-links.tsx';

const loadChangePin = () => import('../../lib/pins/change-pin.ts');
/** Called when somebody comes near a button, so that the press need not wait. A failure is reported at the press. */
const preload = (): void => void loadChangePin().catch(() => undefined);

interface PinnedLinksProps {
  readonly pins: PinGroup['pins'];
  /** The number of lines that are reserved while they are not known. */
  readonly count: number;
  readonly labelledBy: string;
  readonly isFolded?: boolean;
  readonly onFollow?: () => void;
  readonly shows: 'text' | 'icon and text' | 'icon';
}

export function PinnedLinks({ pins, count, labelledBy, isFolded = false, onFollow, shows }: PinnedLinksProps) {
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();
  const unpin = (pin: Pin): void =>
    void loadChangePin().then(({ changePin }) => changePin(queryClient, pin, false), reportFailedPart);
  return (
    <Links data-shows={shows} data-folded={isFolded ? '' : undefined} aria-labelledby={labelledBy}>
      {pins.length === 0 &&
        Array.from({ length: count }, (_, place) => `place ${place}`).map((key) => <li key={key} className="place" />)}
      {pins.map((pin) => {
        const path = pinPath(pin);
        const isHere =
          pathname === path.split('?')[0] && (pin.kind === 'list' || new URLSearchParams(search).get('view') === pin.id);
        const link = (
          <Link
            to={path}
            data-marked={isHere ? '' : undefined}
            aria-current={isHere ? 'true' : undefined}
            aria-label={shows === 'icon' ? pin.name : undefined}
            onClick={onFollow}
          >
            {shows !== 'text' && (
              <span className="initials" aria-hidden>
                {initialsOf(pin.name)}
              </span>
            )}
            {shows !== 'icon' && <span>{pin.name}</span>}
          </Link>
        );
        return (
          <li key={`${pin.kind} ${pin.id}`}>
            {shows === 'icon' ? (
              <LazyTooltip title={pin.name} placement="right">
                {link}
              </LazyTooltip>
            ) : (
              <>
                {link}
                <button
                  type="button"
                  aria-label={`Unpin ${pin.name}`}
                  title="Unpin"
                  onPointerEnter={preload}
                  onFocus={preload}
                  onClick={() => unpin(pin)}
                >
                  <CloseRounded aria-hidden />
                </button>
              </>
            )}
          </li>
        );
      })}
    </Links>
  );
}

/**
 * The text in place of a picture, which all lists would share: the first letters of the name's first two words, or its first
 * two.
 */
export function initialsOf(name: string): string {
  const letters = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const [first = '', second] = name.split(/\s+/).filter((word) => word !== '');
  return (second === undefined ? letters(first).slice(0, 2) : [letters(first)[0], letters(second)[0]])
    .join('')
    .toLocaleUpperCase();
}
