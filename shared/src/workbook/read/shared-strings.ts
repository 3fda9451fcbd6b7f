/** The texts that cells of a workbook share: a few long strings with the ends of the texts in them, which takes little memory. */
import { UnreadableContent } from '../../domain/unreadable-content.ts';
import { unescaped } from './cell-text.ts';
import { type Attributes, createXmlReader } from './xml-reader.ts';

const PAGE = 1024;
/** Characters of all texts. */
const TEXT_LIMIT = 128 * 1024 * 1024;
const COUNT_LIMIT = 16 * 1024 * 1024;

export interface SharedStrings {
  /** undefined: there is none */
  get(index: number): string | undefined;
}

interface Page {
  readonly text: string;
  /** Where each text ends. */
  readonly ends: Uint32Array;
}

export const noStrings: SharedStrings = { get: () => undefined };

/** @param limit characters @throws {UnreadableContent} */
export async function readSharedStrings(xml: AsyncIterable<string>, limit = TEXT_LIMIT): Promise<SharedStrings> {
  const pages: Page[] = [];
  let texts: string[] = [];
  let length = 0;
  const turnPage = () => {
    let end = 0;
    pages.push({ text: texts.join(''), ends: Uint32Array.from(texts, (text) => (end += text.length)) });
    texts = [];
  };
  const reader = createXmlReader(
    createTextCollector('si', (text) => {
      length += text.length;
      if (length > limit || pages.length * PAGE > COUNT_LIMIT)
        throw new UnreadableContent(
          `its workbook holds more than ${Math.round(limit / 1024 / 1024)} million characters of text; save the sheet as CSV`,
        );
      texts.push(text);
      if (texts.length === PAGE) turnPage();
    }),
  );
  for await (const chunk of xml) reader.write(chunk);
  reader.end();
  turnPage();
  return {
    get: (index) => {
      const { text, ends } = pages[Math.floor(index / PAGE)] ?? {};
      const slot = index % PAGE;
      const end = ends?.[slot];
      return end === undefined ? undefined : text?.slice(slot === 0 ? 0 : ends?.[slot - 1], end);
    },
  };
}

/** Handlers that join the runs of each element of this name, without readings of its signs (furigana). */
export function createTextCollector(element: string, onEnd: (text: string) => void) {
  let value = '';
  let isText = false;
  let isReading = false;
  return {
    onOpen: (name: string, _attributes?: Attributes) => {
      if (name === element) value = '';
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    onText: (text: string) => {
      if (isText) value += text;
    },
    onClose: (name: string) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isReading = false;
      else if (name === element) onEnd(unescaped(value));
    },
  };
}
