/** Which part of a file is the list: a file of an archive, a sheet of a workbook. */

import { LabelledSelect } from '../../components/labelled-select.tsx';
import type { OwnFile, PartChoice } from '../../lib/own-file/read-own-file.ts';

interface PartChoiceProps {
  readonly file: OwnFile;
  readonly onChoose: (choice: PartChoice) => void;
}

/** Shows nothing where there is no choice. */
export function PartChoiceFields({ file: { entries, entry, sheets, sheet }, onChoose }: PartChoiceProps) {
  const options = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return (
    <>
      {entries.length > 1 && (
        <LabelledSelect
          label="File in the archive"
          value={entry ?? ''}
          options={options(entries)}
          onChange={(chosen) => onChoose({ entry: chosen })}
        />
      )}
      {sheets.length > 1 && (
        <LabelledSelect
          label="Sheet"
          value={sheet ?? ''}
          options={options(sheets)}
          onChange={(chosen) => onChoose({ ...(entry === null ? {} : { entry }), sheet: chosen })}
        />
      )}
    </>
  );
}
