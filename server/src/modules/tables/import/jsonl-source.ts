/** JSON Lines as an import reads them: one object a line, whose keys are mapped as headers are. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { RECORD_LIMIT } from './csv-records.ts';
import type { DecodedText } from './decode-text.ts';
import { checkChoice, type HeaderMapping, headerMapper, unreadable } from './map-headers.ts';
import type { RecordSource, SourceRecord } from './record-source.ts';

/** Different keys in one file. More are data in the place of names. */
const KEYS_LIMIT = 2_000;

interface MappedKey {
  readonly place: number;
  readonly rank: number;
}

/** @throws {AppError} IMPORT.UNREADABLE, when read: for what is no JSON Lines at all */
export function openJsonl(definition: TableDefinition, { text, isDamaged }: DecodedText, chosen: HeaderMapping): RecordSource {
  checkChoice(definition, chosen);
  const fields = definition.columns.map(({ field }) => field);
  const mapper = headerMapper(definition);
  const keys = new Map<string, MappedKey | null>();

  function mappedKey(key: string): MappedKey | null {
    const known = keys.get(key);
    if (known !== undefined) return known;
    if (keys.size >= KEYS_LIMIT) throw unreadable(`its objects have more than ${KEYS_LIMIT} different keys`);
    const found = Object.hasOwn(chosen, key) ? chosenField(key) : mapper(key);
    const mapped = found === null ? null : { place: fields.indexOf(found.field), rank: found.rank };
    keys.set(Buffer.from(key).toString(), mapped);
    return mapped;
  }
  function chosenField(key: string): { field: string; rank: number } | null {
    const field = chosen[key];
    return typeof field === 'string' ? { field, rank: -1 } : null;
  }

  function toSource(line: number, raw: string): SourceRecord {
    if (isDamaged() && raw.includes('\uFFFD'))
      return { line, raw, problem: 'holds bytes that are not in the encoding of the file' };
    const object = parseObject(raw);
    if (object === null) return { line, raw, problem: 'is no JSON object' };
    const cells: unknown[] = new Array(fields.length).fill(null);
    const ranks: number[] = [];
    for (const [key, value] of Object.entries(object)) {
      const mapped = mappedKey(key);
      if (mapped === null || (ranks[mapped.place] ?? Number.POSITIVE_INFINITY) <= mapped.rank) continue;
      cells[mapped.place] = value;
      ranks[mapped.place] = mapped.rank;
    }
    return { line, raw, cells };
  }

  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    let line = 0;
    for await (const lines of linesOf(text)) {
      const batch: SourceRecord[] = [];
      for (const raw of lines) {
        line += 1;
        if (line === 1 && /^\s*\[/.test(raw)) throw unreadable('it is one JSON list; write one object a line (JSON Lines)');
        if (raw.trim() !== '') batch.push(toSource(line, raw));
      }
      yield batch;
    }
    if (line === 0) throw unreadable('it is empty');
  }

  const brought = () => fields.filter((_, place) => [...keys.values()].some((mapped) => mapped?.place === place));
  return {
    fields,
    records: records(),
    brought,
    mapping: () =>
      Object.fromEntries([...keys].map(([key, mapped]) => [key, mapped === null ? null : (fields[mapped.place] ?? null)])),
  };
}

/** Lines without their ends, as many as a chunk completes. @throws {AppError} IMPORT.UNREADABLE for an endless one */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest: string[] = [];
  let restLength = 0;
  let count = 0;
  for await (const chunk of text) {
    const lines = chunk.split('\n');
    const [first = '', ...others] = lines;
    rest.push(first);
    restLength += first.length;
    if (restLength > RECORD_LIMIT)
      throw unreadable(`line ${count + 1} is longer than ${RECORD_LIMIT / 1024 / 1024} million characters`);
    const last = others.pop();
    if (last === undefined) continue;
    const complete = [rest.join(''), ...others].map(withoutReturn);
    count += complete.length;
    rest = [last];
    restLength = last.length;
    yield complete;
  }
  const last = withoutReturn(rest.join(''));
  if (last !== '') yield [last];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function parseObject(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}
