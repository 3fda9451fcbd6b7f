/** Exports the people that the filters select, in two files. The first can have the columns that programs for mails read. Failures are logged and shown. */
import { exportExperiences, exportProfiles } from '@leadloom/shared/contract/collected-profiles';
import { fileNameIn } from '@leadloom/shared/domain/file-format';
import type { FilePreset } from '@leadloom/shared/tables/sender-file';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormatSelect } from '../../../components/format-select.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatNames, useFileFormat } from '../../../lib/file-format-choice.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { logProblem } from '../../../lib/log.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showSnackbar } from '../../../lib/snackbar/snackbar-store.ts';
import type { PeopleQuery } from './people-filters.ts';

interface ExportButtonsProps {
  /** null: not known yet. */
  readonly filters: PeopleQuery | null;
  /** null: not known yet. */
  readonly total: number | null;
}

export function ExportButtons({ filters, total }: ExportButtonsProps) {
  const isDisabled = total === 0 || filters === null;
  return (
    <>
      <FormatSelect isDisabled={isDisabled} />
      <ExportButton row={exportProfiles} label="Export profiles" filters={filters} isDisabled={isDisabled} />
      <ExportButton row={exportProfiles} preset="sender" label="Export for a sender" filters={filters} isDisabled={isDisabled} />
      <ExportButton row={exportExperiences} label="Export experiences" filters={filters} isDisabled={isDisabled} />
    </>
  );
}

/** The sentence comes with the number, whose letters would move it. @param total null: not known yet */
export function ExportLine({ total }: Pick<ExportButtonsProps, 'total'>) {
  const { format } = useFileFormat();
  const people = total === 1 ? 'this person' : `these ${formatCount(total ?? 0)} people`;
  return (
    // The text stands in two lines, where one is too narrow. Its room is there before it.
    <span style={{ whiteSpace: 'normal', textWrap: 'balance', visibility: total === null ? 'hidden' : 'visible' }}>
      {`Export ${people} to ${formatNames[format]}. This does not count against your monthly limit.`}
    </span>
  );
}

interface ExportButtonProps {
  readonly row: typeof exportProfiles | typeof exportExperiences;
  readonly preset?: FilePreset;
  readonly label: string;
  readonly filters: PeopleQuery | null;
  readonly isDisabled: boolean;
}

function ExportButton({ row, preset, label, filters, isDisabled }: ExportButtonProps) {
  const [isExporting, setExporting] = useState(false);
  const { format } = useFileFormat();

  async function onExport(): Promise<void> {
    setExporting(true);
    try {
      const query = { ...filters, ...(preset === undefined ? {} : { preset }), ...(format === 'csv' ? {} : { format }) };
      saveFile(await call(row, { query }), fileNameIn(format, row.success.fileName));
    } catch (error) {
      logProblem(`${label}: the file could not be created.`, error);
      showSnackbar('error', 'The file could not be created. Please try again.');
    } finally {
      setExporting(false);
    }
  }

  return (
    <May needs={row}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<DownloadRounded />}
        disabled={isDisabled || isExporting}
        onClick={() => void onExport()}
      >
        {label}
      </Button>
    </May>
  );
}
