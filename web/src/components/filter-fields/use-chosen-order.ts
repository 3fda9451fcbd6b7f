import { useState } from 'react';

/**
 * Values in the order in which they were chosen, while a filter sorts them: the one chosen last stands last, where Backspace
 * takes it away. The same array as long as the values are the same: a field loses its typed text when it is given a new one.
 */
export function useChosenOrder(values: readonly string[]): string[] {
  const [order, setOrder] = useState(() => [...values]);
  const isSame = order.length === values.length && order.every((value) => values.includes(value));
  if (isSame) return order;
  const next = [...order.filter((value) => values.includes(value)), ...values.filter((value) => !order.includes(value))];
  setOrder(next);
  return next;
}
