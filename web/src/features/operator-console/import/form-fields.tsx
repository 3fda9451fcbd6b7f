/** The choices of how a file is read: which part of it, its table, encoding, separator and header line. */
import { HEADER_LINE_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import { type ImportPreview, importOptionsSchema } from '@leadloom/shared/contract/import-uploads';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import { type DraftOptions, rivalTables, withForm, withTable } from './import-draft.ts';
import type { StepProps } from './step-props.ts';

const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'iso-8859-2', 'windows-1250', 'windows-1251', 'shift_jis'];
const separators = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const;
const separatorSchema = importOptionsSchema.shape.separator;
const NO_HEADER = 'none';

interface FormFieldsProps extends Pick<StepProps, 'draft' | 'changeDraft'> {
  /** null: the file could not be read yet. */
  readonly preview: ImportPreview | null;
}

export function FormFields({ draft, changeDraft, preview }: FormFieldsProps) {
  const { options, table } = draft;
  const { format, sheets, entries } = preview ?? {};
  const separator = separatorSchema.safeParse(preview?.separator ?? undefined).data;
  const best = preview === null || rivalTables(preview).length > 0 ? undefined : preview.fits[0];
  const guess = best === undefined || best.fit === 0 ? '' : ` (${tableByName(best.table).title})`;
  const setForm = (change: Partial<DraftOptions>) => changeDraft((before) => withForm(before, change));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' },
      }}
    >
      <PartSelect
        label="File in the archive"
        names={entries}
        chosen={options.entry}
        read={preview?.entry}
        onChange={(entry) => setForm({ entry, sheet: undefined })}
      />
      <PartSelect
        label="Sheet"
        names={sheets}
        chosen={options.sheet}
        read={preview?.sheet}
        onChange={(sheet) => setForm({ sheet })}
      />
      <LabelledSelect
        label="Table"
        value={table ?? ''}
        onChange={(name) => changeDraft((before) => withTable(before, name))}
        options={[['', `Guess${guess}`], ...tableNames.map((name) => [name, tableByName(name).title] as const)]}
      />
      {format !== 'xlsx' && (
        <LabelledSelect
          label="Encoding"
          value={options.encoding ?? ''}
          onChange={(encoding) => setForm({ encoding: encoding === '' ? undefined : encoding })}
          options={[
            ['', options.encoding === undefined && preview !== null ? `Detect (${preview.encoding})` : 'Detect'],
            ...encodings.map((name) => [name, name] as const),
          ]}
        />
      )}
      {(format === undefined || format === 'csv') && (
        <LabelledSelect
          label="Separator"
          value={options.separator ?? ''}
          onChange={(chosen) => setForm({ separator: separatorSchema.safeParse(chosen).data })}
          options={[
            ['', options.separator === undefined && separator !== undefined ? `Detect (${separators[separator]})` : 'Detect'],
            ...Object.entries(separators),
          ]}
        />
      )}
      {format !== 'jsonl' && <HeaderSelect options={options} preview={preview} onChange={setForm} />}
    </Box>
  );
}

interface PartSelectProps {
  readonly label: string;
  /** Of a file that was read. */
  readonly names: readonly string[] | undefined;
  readonly chosen: string | undefined;
  readonly read: string | null | undefined;
  readonly onChange: (name: string | undefined) => void;
}

/** Shows nothing where there is no choice. A choice by which the file cannot be read can be taken back. */
function PartSelect({ label, names, chosen, read, onChange }: PartSelectProps) {
  const isUnread = names === undefined && chosen !== undefined;
  if (!isUnread && (names ?? []).length < 2) return null;
  const shown = isUnread ? [chosen] : (names ?? []);
  return (
    <LabelledSelect
      label={label}
      value={chosen ?? read ?? ''}
      onChange={(name) => onChange(name === '' ? undefined : name)}
      options={[...(isUnread ? [['', 'The first'] as const] : []), ...shown.map((name) => [name, name] as const)]}
    />
  );
}

interface HeaderSelectProps {
  readonly options: DraftOptions;
  readonly preview: ImportPreview | null;
  readonly onChange: (change: Partial<DraftOptions>) => void;
}

function HeaderSelect({ options: { has_header: hasHeader, header_line: line }, preview, onChange }: HeaderSelectProps) {
  const first = (preview?.first_lines ?? [{ line: 1 }]).map((shown) => shown.line);
  const lines = [...new Set(line === undefined ? first : [...first, line])]
    .filter((shown) => shown <= HEADER_LINE_LIMIT)
    .sort((one, other) => one - other);
  return (
    <LabelledSelect
      label="Header line"
      value={hasHeader === false ? NO_HEADER : String(line ?? '')}
      onChange={(chosen) => {
        const isLine = chosen !== '' && chosen !== NO_HEADER;
        onChange({ has_header: chosen === '' ? undefined : isLine, header_line: isLine ? Number(chosen) : undefined });
      }}
      options={[
        ['', hasHeader === undefined && preview !== null ? `Detect (${detected(preview)})` : 'Detect'],
        ...lines.map((shown) => [String(shown), `Line ${shown}`] as const),
        [NO_HEADER, 'No header: the first line is a row'],
      ]}
    />
  );
}

function detected({ has_header: hasHeader, header_line: line }: ImportPreview): string {
  if (!hasHeader) return 'no header';
  return typeof line === 'number' ? `line ${line}` : 'yes';
}
