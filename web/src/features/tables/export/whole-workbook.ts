/**
 * Whether a workbook arrived whole. The directory of an archive stands at its end: a record of 22 bytes, because workbooks
 * that the server writes have no comment behind it.
 */
const END_BYTES = 22;
const END_SIGNATURE = 0x06054b50;

export async function isWholeWorkbook(file: Blob): Promise<boolean> {
  if (file.size < END_BYTES) return false;
  const end = new DataView(await file.slice(-END_BYTES).arrayBuffer());
  return end.getUint32(0, true) === END_SIGNATURE;
}
