/** The choice of a file's format in a dialog. */
import { type FileFormat, fileFormats } from '@leadloom/shared/domain/file-format';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { chooseFileFormat, formatLabels, useFileFormat } from '../lib/file-format-choice.ts';

interface FormatRadiosProps {
  /** Another than the one chosen last. */
  readonly format?: FileFormat;
  readonly onChoose?: (format: FileFormat) => void;
}

export function FormatRadios({ format: own, onChoose = chooseFileFormat }: FormatRadiosProps) {
  const { format: last } = useFileFormat();
  return (
    <RadioGroup
      row
      aria-label="Format"
      sx={{ columnGap: 2 }}
      value={own ?? last}
      onChange={(_, value) => {
        const format = fileFormats.find((known) => known === value);
        if (format !== undefined) onChoose(format);
      }}
    >
      {fileFormats.map((format) => (
        <FormControlLabel key={format} value={format} control={<Radio size="small" />} label={formatLabels[format]} />
      ))}
    </RadioGroup>
  );
}
