/**
 * The chips of what a table's own filters do not say: what linked rows must be, and the expression `where`. A filter in
 * force always stands among the chips.
 */
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTable, linkedTableName, linkNames } from '@leadloom/shared/tables/linked-tables';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { type ReactNode, useEffect, useState } from 'react';
import type { LineFilter } from '../../../components/filter-fields/line-filter.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { logProblem } from '../../../lib/log.ts';
import { useRowLists } from '../../../lib/my-rows/my-rows.ts';
import type { AdvancedState } from './advanced/advanced-state.ts';
import { type FilterValue, textValue } from './change-filters.ts';

const AdvancedEditor = lazyPart(async () => (await import('./advanced/advanced-editor.tsx')).AdvancedEditor);
const LinkedField = lazyPart(async () => (await import('./linked-field.tsx')).LinkedField);
/** The code of their fields. */
export const questionParts = [AdvancedEditor, LinkedField];

type Words = typeof import('./question-words.ts').questionWords;
type SetFilter = (parameter: string, value: FilterValue, isTyped?: boolean) => void;

/** An expression that may name a list. */
const NAMES_LIST = /\blist\s*\(/i;

/** @param total the number of rows that are found */
export function useQuestionFilters(
  table: TableName,
  filters: TableFilters,
  set: SetFilter,
  total: ReactNode,
): readonly LineFilter[] {
  const definition = tableByName(table);
  /** What the editor shows beyond the expression in force, such as incomplete rows. It stays while the editor is closed. */
  const [draft, setDraft] = useState<AdvancedState | null>(null);
  const where = textValue(filters, WHERE_FILTER);
  const { data: lists } = useRowLists(table, NAMES_LIST.test(where));
  const linked = linkNames(definition).map((link) => ({ link, own: ownFilters(filters, link) }));
  const words = useWords(where !== '' || linked.some(({ own }) => Object.keys(own).length > 0));
  return [
    ...linked.flatMap(({ link, own }) => {
      const [linkedName, to] = [linkedTableName(definition, link), linkedTable(definition, link)];
      if (linkedName === null || to === null) return [];
      const label = `Linked ${link.replaceAll('_', ' ')}`;
      const written = Object.entries(own).map(([name, value]) => `${link}.${name}=${String(value)}`);
      const setOwn: SetFilter = (name, value, isTyped) => set(`${link}.${name}`, value, isTyped);
      return [
        {
          key: `${link}.`,
          label,
          value: written.length === 0 ? null : (words?.linkedWords(to, own) ?? written.join(', ')),
          problem: words?.problemOf(to, own) ?? null,
          isTyped: true,
          onClear: () => {
            for (const name of Object.keys(own)) setOwn(name, '');
          },
          field: <LinkedField table={linkedName} label={label} filters={own} set={setOwn} />,
        },
      ];
    }),
    {
      key: WHERE_FILTER,
      label: 'Advanced',
      value: where === '' ? null : (words?.whereWords(definition, where, lists) ?? where),
      problem: where === '' ? null : (words?.problemOf(definition, { [WHERE_FILTER]: where }) ?? null),
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

/** The parameters of a link, without its name. */
function ownFilters(filters: TableFilters, link: string): TableFilters {
  const prefix = `${link}.`;
  const own = Object.entries(filters).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
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
