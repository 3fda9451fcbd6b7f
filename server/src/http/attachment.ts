/** `Content-Disposition` of a file that is saved, not shown. @param fileName without quotes and of ASCII */
export function attachmentNamed(fileName: string): string {
  return `attachment; filename="${fileName}"`;
}
