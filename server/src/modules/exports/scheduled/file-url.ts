import type { Config } from '../../../config.ts';

/** The address at which the account downloads a file of a scheduled export. */
export function fileUrl({ publicUrl }: Pick<Config, 'publicUrl'>, exportId: number, fileId: number): string {
  return `${publicUrl}/api/v1/scheduled-exports/${exportId}/files/${fileId}`;
}
