/** The choice of a file's format in a dialog. */
import { fileFormats } from '@leadloom/shared/domain/file-format';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { chooseFileFormat, formatLabels, useFileFormat } from '../lib/file-format-choice.ts';

export function FormatRadios() {
  const { format: chosen } = useFileFormat();
  return (
    <RadioGroup
      row
      aria-label="Format"
      sx={{ columnGap: 2 }}
      value={chosen}
      onChange={(_, value) => {
        const format = fileFormats.find((known) => known === value);
        if (format !== undefined) chooseFileFormat(format);
      }}
    >
      {fileFormats.map((format) => (
        <FormControlLabel key={format} value={format} control={<Radio size="small" />} label={formatLabels[format]} />
      ))}
    </RadioGroup>
  );
}
