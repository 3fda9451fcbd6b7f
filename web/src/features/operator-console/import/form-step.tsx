/** How the file is read: which part of it, its encoding, separator and header, and the table it goes into. */
import { importOptionsSchema } from '@leadloom/shared/contract/import-uploads';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNavigate } from 'react-router-dom';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import { Notice } from '../../../components/notice.tsx';
import { importFilePath, paths } from '../../../lib/paths.ts';
import { FirstRows } from './first-rows.tsx';
import { type DraftOptions, settledDraft } from './import-draft.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step-props.ts';

/** The share of headers below which a file is hardly of the table. */
const POOR_FIT = 0.5;
const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'iso-8859-2', 'windows-1250', 'windows-1251', 'shift_jis'];
const separators = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const;
const separatorSchema = importOptionsSchema.shape.separator;

export function FormStep({ uploadId, draft, changeDraft, preview, isReading, failure }: StepProps) {
  const navigate = useNavigate();
  const { options, table } = draft;
  const { entries = [], entry = null, sheets = [], sheet = null } = preview;
  const separator = separatorSchema.safeParse(preview.separator).data;

  /** Where the headers are others, what was chosen for the old ones does not hold. */
  const setForm = (change: Partial<DraftOptions>) =>
    changeDraft((before) => {
      const { mapping: _, ...kept } = before.options;
      return { ...before, options: { ...kept, ...change } };
    });
  const setTable = (name: string) => {
    const chosen = tableNames.find((known) => known === name) ?? null;
    changeDraft(({ options: { mapping: _, ...kept } }) => ({ table: chosen, options: kept, choices: [], check: null }));
  };
  const onNext = () => {
    changeDraft((before) => settledDraft(before, preview));
    void navigate(importFilePath(uploadId, 'columns'));
  };
  return (
    <>
      <Box component="h2" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {preview.name}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' },
        }}
      >
        {entries.length > 1 && (
          <LabelledSelect
            label="File in the archive"
            value={entry ?? ''}
            onChange={(chosen) => setForm({ entry: chosen, sheet: undefined })}
            options={entries.map((name) => [name, name] as const)}
          />
        )}
        {sheets.length > 1 && (
          <LabelledSelect
            label="Sheet"
            value={sheet ?? ''}
            onChange={(chosen) => setForm({ sheet: chosen })}
            options={sheets.map((name) => [name, name] as const)}
          />
        )}
        <LabelledSelect
          label="Table"
          value={table ?? ''}
          onChange={setTable}
          options={[
            ['', `Guess (${tableByName(preview.fits[0]?.table ?? preview.table).title})`],
            ...tableNames.map((name) => [name, tableByName(name).title] as const),
          ]}
        />
        {preview.format !== 'xlsx' && (
          <LabelledSelect
            label="Encoding"
            value={options.encoding ?? ''}
            onChange={(encoding) => setForm({ encoding: encoding === '' ? undefined : encoding })}
            options={[
              ['', options.encoding === undefined ? `Detect (${preview.encoding})` : 'Detect'],
              ...encodings.map((name) => [name, name] as const),
            ]}
          />
        )}
        {preview.format === 'csv' && (
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
        {preview.format !== 'jsonl' && (
          <LabelledSelect
            label="Header line"
            value={options.has_header === undefined ? '' : String(options.has_header)}
            onChange={(chosen) => setForm({ has_header: chosen === '' ? undefined : chosen === 'true' })}
            options={[
              ['', options.has_header === undefined ? `Detect (${preview.has_header ? 'yes' : 'none'})` : 'Detect'],
              ['true', 'The first line names the columns'],
              ['false', 'None: the first line is a row'],
            ]}
          />
        )}
      </Box>
      <Fit preview={preview} />
      {failure !== null && <Notice severity="error">{failure}</Notice>}
      {preview.notices.map((notice) => (
        <Notice key={notice} severity="info">
          {notice}
        </Notice>
      ))}
      <FirstRows preview={preview} isReading={isReading} />
      <StepFoot isReading={isReading}>
        <Button variant="outlined" onClick={() => void navigate(paths.operatorImport)}>
          Another file
        </Button>
        <Button variant="contained" disabled={isReading || failure !== null} onClick={onNext}>
          Next: columns
        </Button>
      </StepFoot>
    </>
  );
}

function Fit({ preview: { table, fits } }: Pick<StepProps, 'preview'>) {
  const fit = fits.find((candidate) => candidate.table === table)?.fit ?? 0;
  const [best] = fits;
  if (fit >= POOR_FIT) return null;
  const { title } = tableByName(table);
  const other = best !== undefined && best.table !== table && best.fit >= POOR_FIT ? tableByName(best.table).title : null;
  return (
    <Notice severity="warning">
      {other === null
        ? `This file fits ${title} poorly. Check the table and the separator, or say what each column means in the next step.`
        : `This file fits ${title} poorly and ${other} better. Check the table.`}
    </Notice>
  );
}
