/**
 * Reads XML element by element, with the memory of one. A document type, and so every entity of its own, is refused; prefixes
 * of namespaces are left out.
 */
import { SaxesParser } from 'saxes';
import { OpenSourceError } from '../open-source.ts';

/** Of one yielded element, in characters, and of its nesting. */
const ELEMENT_LIMIT = 4 * 1024 * 1024;
const DEPTH_LIMIT = 100;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed; '' if it has none. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  readonly texts: string[];
}

/**
 * Each element of these names, with all that is in it. One inside another of them is a child of it only.
 * @throws {OpenSourceError} if the document is broken or breaks off
 */
export async function* readXml(text: AsyncIterable<string>, elements: readonly string[]): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser<{ xmlns: false; position: boolean }>({ xmlns: false, position: true });
  const open: OpenElement[] = [];
  let depth = 0;
  let held = 0;
  let ready: XmlElement[] = [];
  parser.on('doctype', () => {
    throw new OpenSourceError('The XML file holds a document type, which is refused.');
  });
  parser.on('opentag', ({ name: written, attributes }) => {
    const name = localName(written);
    depth += 1;
    if (depth > DEPTH_LIMIT) throw new OpenSourceError('The XML file is nested too deeply.');
    if (open.length > 0 || elements.includes(name))
      open.push({ name, attributes: localNames(attributes), children: [], texts: [] });
  });
  parser.on('text', (piece) => open.at(-1)?.texts.push(piece));
  parser.on('cdata', (piece) => open.at(-1)?.texts.push(piece));
  parser.on('closetag', () => {
    depth -= 1;
    const closed = open.pop();
    if (closed === undefined) return;
    const { texts, ...rest } = closed;
    const element = { ...rest, text: texts.join('').trim() };
    const parent = open.at(-1);
    if (parent !== undefined) return void parent.children.push(element);
    ready.push(element);
    held = 0;
  });
  const work = (step: () => void) => {
    try {
      step();
    } catch (error) {
      if (error instanceof OpenSourceError) throw error;
      throw new OpenSourceError(`The XML file is broken or cut off, near line ${parser.line}.`, { cause: error });
    }
  };
  for await (const chunk of text) {
    work(() => parser.write(chunk));
    yield* ready;
    ready = [];
    held = open.length === 0 ? 0 : held + chunk.length;
    if (held > ELEMENT_LIMIT + chunk.length) throw new OpenSourceError('An element of the XML file is too large.');
  }
  work(() => parser.close());
  yield* ready;
}

/** The first element under a path of names; undefined: there is none. */
export function childOf(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => at?.children.find((child) => child.name === name), element);
}

/** The text of the first element under a path of names; '' if there is none. */
export function textOf(element: XmlElement | undefined, ...path: readonly string[]): string {
  return childOf(element, ...path)?.text ?? '';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
}
