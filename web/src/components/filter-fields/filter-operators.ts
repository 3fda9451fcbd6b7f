/** What a filter can say about its values. */
export type FilterOperator = 'is' | 'not' | 'between' | 'has' | 'blank';

export const operatorTexts: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  not: 'is not',
  between: 'from – to',
  has: 'has a value',
  blank: 'is blank',
};

/** The label of a checkbox for the rows without its condition. */
export function negatedLabel(label: string): string {
  if (label.startsWith('With ')) return `Without ${label.slice(5)}`;
  if (label.startsWith('Is ')) return `Is not ${label.slice(3)}`;
  if (label.startsWith('In ')) return `Not in ${label.slice(3)}`;
  return 'Not so';
}
