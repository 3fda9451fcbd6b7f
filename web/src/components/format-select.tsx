/** The choice of a file's format next to the buttons that export. */
import { fileFormats } from '@leadloom/shared/domain/file-format';
import { styled } from '@mui/material/styles';
import { chooseFileFormat, formatNames, useFileFormat } from '../lib/file-format-choice.ts';
import { NativeSelect } from './native-select.tsx';

/** As large as the text of small buttons. */
const SmallSelect = styled(NativeSelect)({ fontSize: '0.8125rem' });

interface FormatSelectProps {
  readonly isDisabled?: boolean;
}

export function FormatSelect({ isDisabled = false }: FormatSelectProps) {
  const { format: chosen } = useFileFormat();
  return (
    <SmallSelect
      aria-label="Format of exports"
      value={chosen}
      disabled={isDisabled}
      onChange={({ target }) => {
        const format = fileFormats.find((known) => known === target.value);
        if (format !== undefined) chooseFileFormat(format);
      }}
    >
      {fileFormats.map((format) => (
        <option key={format} value={format}>
          {formatNames[format]}
        </option>
      ))}
    </SmallSelect>
  );
}
