/**
 * What starts a column drag: a mouse or pen pressed for a moment; a finger likewise, through touch events, because
 * the browser cancels pointer events for scrolling; and Shift+Space on the column's name, since Space and Enter
 * alone press that button.
 */
import { KeyboardSensor, PointerSensor, TouchSensor } from '@dnd-kit/core';
import { gridClasses } from '../grid-classes.ts';

/** A press shorter than this sorts. */
const DRAG_DELAY_MS = 200;
/** A mouse that leaves this radius sooner selects or scrolls instead. */
export const mouseConstraint = { delay: DRAG_DELAY_MS, tolerance: 5 } as const;
export const touchConstraint = { delay: DRAG_DELAY_MS, tolerance: 8 } as const;
export const dragKeys = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter', 'Tab'] };

export class HeaderPointerSensor extends PointerSensor {
  static override activators: typeof PointerSensor.activators = [
    {
      eventName: 'onPointerDown',
      handler: ({ nativeEvent: event }) =>
        event.isPrimary && event.button === 0 && event.pointerType !== 'touch' && isOnName(event.target),
    },
  ];
}

export class HeaderTouchSensor extends TouchSensor {
  static override activators: typeof TouchSensor.activators = [
    { eventName: 'onTouchStart', handler: ({ nativeEvent: event }) => event.touches.length === 1 && isOnName(event.target) },
  ];
}

export class HeaderKeyboardSensor extends KeyboardSensor {
  static override activators: typeof KeyboardSensor.activators = [
    {
      eventName: 'onKeyDown',
      handler: (event, _, { active }) => {
        const isPickUp = event.code === 'Space' && event.shiftKey && event.target === active.activatorNode.current;
        if (isPickUp) event.preventDefault();
        return isPickUp;
      },
    },
  ];
}

function isOnName(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`.${gridClasses.sort}`) !== null;
}
