/** The forms in which rows are given as a file for spreadsheets. */
export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Without parameters, as responses of that format have it. */
export const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<FileFormat, string>;

/** The name of a file in another format: `companies.csv` → `companies.xlsx`. @param csvName ends with `.csv` */
export function fileNameIn(format: FileFormat, csvName: string): string {
  return csvName.replace(/\.csv$/, `.${format}`);
}
