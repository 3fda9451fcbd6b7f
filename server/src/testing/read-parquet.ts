/** Reads a Parquet file. Knows nothing of how it was written. */
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';

export interface ReadParquet {
  /** The type of each column, such as `name: BYTE_ARRAY STRING`. */
  readonly types: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The rows of each group. */
  readonly groups: readonly number[];
}

export async function readParquet(bytes: Uint8Array): Promise<ReadParquet> {
  const file = new Uint8Array(bytes).buffer;
  const metadata = parquetMetadata(file);
  const types = parquetSchema(metadata).children.map(({ element: { name, type, logical_type: logical } }) =>
    [`${name}:`, type, logical?.type].filter((part) => part !== undefined).join(' '),
  );
  return {
    types,
    rows: await parquetReadObjects({ file }),
    groups: metadata.row_groups.map(({ num_rows: count }) => Number(count)),
  };
}
