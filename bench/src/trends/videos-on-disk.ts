/** Videos and vectors as plain binary files, so that every measured process starts with only its input. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vectors } from '@leadloom/server/trends/weights/vectors';
import type { Corpus } from './corpus.ts';

interface Sizes {
  readonly rows: number;
  readonly vocabulary: number;
}

export function saveCorpus(directory: string, { terms, days }: Corpus): void {
  const sizes: Sizes = { rows: terms.rows, vocabulary: terms.vocabulary };
  writeFileSync(join(directory, 'sizes.json'), JSON.stringify(sizes));
  writeFileSync(join(directory, 'offsets.i32'), terms.offsets);
  writeFileSync(join(directory, 'term-ids.i32'), terms.termIds);
  writeFileSync(join(directory, 'authors.i32'), terms.authors);
  writeFileSync(join(directory, 'days.f64'), days);
}

export function loadCorpus(directory: string): Corpus {
  const sizes: Sizes = JSON.parse(readFileSync(join(directory, 'sizes.json'), 'utf8'));
  const integers = (name: string): Int32Array => new Int32Array(readBytes(join(directory, name)));
  const terms = {
    ...sizes,
    offsets: integers('offsets.i32'),
    termIds: integers('term-ids.i32'),
    authors: integers('authors.i32'),
  };
  return { terms, days: new Float64Array(readBytes(join(directory, 'days.f64'))) };
}

/** Saves vectors and our labels, for another program to cluster and to compare. */
export function saveVectors(directory: string, { offsets, termIds, weights }: Vectors, labels: Int32Array): void {
  writeFileSync(join(directory, 'vector-offsets.i32'), offsets);
  writeFileSync(join(directory, 'vector-terms.i32'), termIds);
  writeFileSync(join(directory, 'vector-weights.f64'), weights);
  writeFileSync(join(directory, 'labels.i32'), labels);
}

function readBytes(path: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  // A small file may share a memory pool with others.
  return buffer.slice(byteOffset, byteOffset + byteLength);
}
