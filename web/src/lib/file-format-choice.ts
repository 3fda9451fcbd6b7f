/** The format that was chosen last for a file with rows; the next export begins with it. It ends with the session. */
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import { create } from 'zustand';
import { onAccountChange } from './session/session.ts';

/** For sentences, and where there is little room. */
export const formatNames = { csv: 'CSV', xlsx: 'Excel' } as const satisfies Record<FileFormat, string>;
export const formatLabels = { csv: 'CSV', xlsx: 'Excel (.xlsx)' } as const satisfies Record<FileFormat, string>;

interface FormatChoice {
  readonly format: FileFormat;
}

export const useFileFormat = create<FormatChoice>(() => ({ format: 'csv' }));

export function chooseFileFormat(format: FileFormat): void {
  useFileFormat.setState({ format });
}

onAccountChange(() => chooseFileFormat('csv'));
