/**
 * The chips of what a table's own filters do not say: the expression `where`, and what linked rows must be. A filter in
 * force always stands among the chips.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkNames } from '@leadloom/shared/tables/linked-tables';
import { type ReactNode, useEffect, useState } from 'react';
import type { LineFilter } from '../../../components/filter-fields/line-filter.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { logProblem } from '../../../lib/log.ts';
import type { AdvancedState } from './advanced/advanced-state.ts';
import { type FilterValue, textValue } from './change-filters.ts';

const AdvancedEditor = lazyPart(async () => (await import('./advanced/advanced-editor.tsx')).AdvancedEditor);
const LinkedField = lazyPart(async () => (await import('./linked-field.tsx')).LinkedField);
/** The code of their fields. */
export const questionParts = [AdvancedEditor, LinkedField];

type Words = typeof import('./question-words.ts').questionWords;

export function useQuestionFilters(
  definition: TableDefinition,
  filters: TableFilters,
  set: (parameter: string, value: FilterValue, isTyped?: boolean) => void,
  /** The number of rows that are found. */
  total: ReactNode,
): readonly LineFilter[] {
  /** What the editor shows beyond the expression in force, such as incomplete rows. It stays while the editor is closed. */
  const [draft, setDraft] = useState<AdvancedState | null>(null);
  const where = textValue(filters, WHERE_FILTER);
  const linked = linkNames(definition).flatMap((link) => {
    const names = Object.keys(filters).filter((name) => name.startsWith(`${link}.`));
    return names.length === 0 ? [] : [{ link, names }];
  });
  const words = useWords(where !== '' || linked.length > 0);
  return [
    ...linked.map(({ link, names }) => {
      const value =
        words?.linkedWords(definition, link, filters) ?? names.map((name) => `${name}=${String(filters[name])}`).join(', ');
      const label = `Linked ${link.replaceAll('_', ' ')}`;
      const onClear = () => {
        for (const name of names) set(name, '');
      };
      return { key: `${link}.`, label, value, onClear, field: <LinkedField label={label} value={value} onClear={onClear} /> };
    }),
    {
      key: WHERE_FILTER,
      label: 'Advanced',
      value: where === '' ? null : (words?.whereWords(definition, where) ?? where),
      isTyped: true,
      isWide: true,
      onClear: () => {
        setDraft(null);
        set(WHERE_FILTER, '');
      },
      field: (
        <AdvancedEditor
          definition={definition}
          value={where}
          draft={draft}
          onDraft={setDraft}
          total={total}
          onApply={(text, isTyped) => set(WHERE_FILTER, text, isTyped)}
        />
      ),
    },
  ];
}

/** The words of questions, which are loaded when one is in force; null: not yet. */
function useWords(isNeeded: boolean): Words | null {
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    if (!isNeeded || words !== null) return;
    import('./question-words.ts').then(
      ({ questionWords }) => setWords(questionWords),
      (cause: unknown) => logProblem('The words of a filter could not be loaded.', cause),
    );
  }, [isNeeded, words]);
  return words;
}
