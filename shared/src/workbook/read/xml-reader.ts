/**
 * Reads XML of a workbook piece by piece. A document type, and so every entity of its own, is refused. What is nested deeply
 * or never ends is refused too, before it fills memory. Namespace prefixes are left out, because programs choose them freely.
 */
import { SaxesParser } from 'saxes';
import { UnreadableContent } from '../../domain/unreadable-content.ts';

/** Of one tag with its attributes, one text or one comment, in characters. A cell of Excel holds at most 32,767. */
const PIECE_LIMIT = 2 * 1024 * 1024;
const DEPTH_LIMIT = 100;

export type Attributes = Readonly<Record<string, string>>;

interface XmlHandlers {
  readonly onOpen: (name: string, attributes: Attributes) => void;
  readonly onText?: (text: string) => void;
  readonly onClose?: (name: string) => void;
}

interface XmlReader {
  /** @throws {UnreadableContent} */
  write(chunk: string): void;
  /** @throws {UnreadableContent} if the document is not complete */
  end(): void;
}

export function createXmlReader({ onOpen, onText, onClose }: XmlHandlers): XmlReader {
  const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: false });
  let depth = 0;
  /** Characters since the last event. */
  let pending = 0;
  parser.on('doctype', () => {
    throw new UnreadableContent('its workbook holds a document type, which no spreadsheet program writes');
  });
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    depth += 1;
    if (depth > DEPTH_LIMIT) throw broken();
    onOpen(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    pending = 0;
    depth -= 1;
    onClose?.(localName(name));
  });
  if (onText !== undefined) {
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  const work = (step: () => void) => {
    try {
      step();
    } catch (error) {
      throw error instanceof UnreadableContent ? error : broken(error);
    }
  };
  return {
    write: (chunk) => {
      pending += chunk.length;
      work(() => parser.write(chunk));
      if (pending > PIECE_LIMIT + chunk.length) throw broken();
    },
    end: () => work(() => parser.close()),
  };
}

export function broken(cause?: unknown): UnreadableContent {
  return new UnreadableContent('its workbook is broken; open it in a spreadsheet program and save it again', { cause });
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
