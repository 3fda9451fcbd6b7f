/**
 * Stands for a combobox whose code is not loaded yet: the same name, the same look, and an ordinary text field to type
 * into. Coming to it by pointer or key asks for the code, and the combobox goes on with what was done here.
 */
import ArrowDropDownRounded from '@mui/icons-material/ArrowDropDownRounded';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { keepKey } from '../lib/type-ahead.ts';
import { ControlFrame } from './control-frame.tsx';
import { FIELD_TEXT } from './filter-fields/field-frames.ts';
import { PlainInput } from './plain-input.tsx';

export interface ComboboxShellProps {
  readonly id: string;
  /** Somebody comes to the field. */
  readonly onReach: () => void;
  readonly placeholder: string;
  readonly isDisabled?: boolean;
  /** Any text may be entered, not only one of the list. */
  readonly isFree?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly describedBy?: string;
  readonly isWrong?: boolean;
  /** What is typed; absent: nobody else knows it. */
  readonly typed?: string;
  readonly onType?: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

export function ComboboxShell(props: ComboboxShellProps) {
  const {
    id,
    placeholder,
    isDisabled = false,
    isFree = false,
    isWrong = false,
    inputRef,
    describedBy,
    onReach,
    onKeyDown,
    onPaste,
  } = props;
  const [text, setText] = useState('');
  return (
    <ControlFrame style={FIELD_TEXT} data-wrong={isWrong ? '' : undefined} onPointerEnter={isDisabled ? undefined : onReach}>
      <PlainInput
        id={id}
        ref={inputRef}
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...{ [SHELL]: '' }}
        placeholder={placeholder}
        disabled={isDisabled}
        value={props.typed ?? text}
        onChange={({ target }) => {
          setText(target.value);
          props.onType?.(target.value);
        }}
        onFocus={onReach}
        // The list opens by a press, and not by the key that leads from field to field.
        onMouseDown={({ currentTarget }) => currentTarget.toggleAttribute(PRESSED, true)}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          // The shell has no list: what a key does there waits for the field, and all that is typed after it.
          if (event.defaultPrevented || !ACTS_ON_LIST.has(event.key)) return;
          keepKey(event.nativeEvent, () => fieldOf(id));
        }}
        onPaste={onPaste}
      />
      {!isFree && <ArrowDropDownRounded aria-hidden sx={{ color: 'action.active' }} />}
    </ControlFrame>
  );
}

const PRESSED = 'data-pressed';
const SHELL = 'data-shell';
const ACTS_ON_LIST: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

/** null: the code of the field is on its way. */
function fieldOf(id: string): HTMLElement | null {
  const field = document.getElementById(id);
  return field?.hasAttribute(SHELL) === true ? null : field;
}

/** What was done to a field before its code was there. */
export interface Begun {
  readonly text: string;
  readonly hasFocus: boolean;
  readonly isPressed: boolean;
}

/**
 * What was begun in the shell. The combobox reads it when it is first rendered, while the shell of the same id is still on
 * the page.
 */
export function begunIn(id: string): Begun {
  const input = document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) return { text: '', hasFocus: false, isPressed: false };
  return { text: input.value, hasFocus: input === document.activeElement, isPressed: input.hasAttribute(PRESSED) };
}
