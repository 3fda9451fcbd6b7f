/** Fields whose code is larger than that of the screens they are on. It is loaded when somebody comes to one of them. */
import { type ComponentType, type ReactElement, useContext, useEffect, useId, useRef, useState } from 'react';
import { type Begun, begunIn, type ComboboxShellProps } from './combobox-shell.tsx';
import { BelowChip } from './filter-fields/use-list-open.ts';
import { lazyLoader } from './lazy-part.tsx';

interface FieldProps {
  /** The id of the input; a field without one has its own. */
  readonly id?: string;
}

interface LazyFieldOptions<Properties> {
  /** Stands for the field, with a shell of this id, until it is loaded. */
  readonly instead: (properties: Properties, shell: Pick<ComboboxShellProps, 'id' | 'onReach'>) => ReactElement;
  /** It has more to show than a shell does, and is loaded at once. */
  readonly hasMore: (properties: Properties) => boolean;
}

export function lazyField<Properties extends FieldProps>(
  load: () => Promise<ComponentType<Properties>>,
  { instead, hasMore }: LazyFieldOptions<Properties>,
): ComponentType<Properties> {
  const useLazy = lazyLoader(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each field, when its module is loaded
  return function LazyField(properties) {
    const ownId = useId();
    const id = properties.id ?? ownId;
    const [comings, setComings] = useState(0);
    const Field = useLazy(comings + (hasMore(properties) ? 1 : 0));
    if (Field !== null) return <Field {...properties} id={id} />;
    return instead(properties, { id, onReach: () => setComings((count) => count + 1) });
  };
}

interface BegunText {
  readonly begun: Begun;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** The `onInputChange` of an autocomplete. */
  readonly onInputChange: (event: unknown, text: string, reason: string) => void;
}

/** The text of a field that may have been begun in its shell, or below its chip. */
export function useBegunText(id: string): BegunText {
  const chip = useContext(BelowChip);
  const [begun] = useState(() => (chip.begun === '' ? begunIn(id) : { text: chip.begun, hasFocus: true, isPressed: true }));
  const [typed, setTyped] = useState(begun.text);
  const isMounting = useRef(true);
  useEffect(() => {
    isMounting.current = false;
  }, []);
  return {
    begun,
    typed,
    setTyped,
    onInputChange: (_, text, reason) => {
      // An autocomplete sets its text when it is mounted, and nobody has chosen anything by then.
      if (!isMounting.current || begun.text === '' || reason !== 'reset') setTyped(text);
    },
  };
}
