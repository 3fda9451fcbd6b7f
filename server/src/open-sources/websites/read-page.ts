/**
 * Reads one page of a website: what it says of itself in its head, its links, and its structured data. A page is hostile text:
 * it is parsed piece by piece without a tree, up to stated numbers of everything, and nothing of it is HTML afterwards.
 */
import { Parser } from 'htmlparser2';
import { objectIn, plainText } from '../plain-text.ts';

export interface PageLink {
  /** As it is written: addresses of mail and telephones have their own form. */
  readonly href: string;
  readonly text: string;
}

export interface Page {
  readonly language: string | null;
  /** The contents of `meta` by name or property, in lower case. The first of a name counts. */
  readonly meta: ReadonlyMap<string, string>;
  readonly links: readonly PageLink[];
  /** Addresses of scripts and frames, which embed job boards. */
  readonly embedded: readonly string[];
  /** Objects of JSON-LD, those of lists and graphs too. */
  readonly things: readonly Thing[];
  /** The beginning of what is to be read, for mailboxes without a link. */
  readonly text: string;
  /** What a Shopify shop's page says of it; null: the page is none. */
  readonly shop: ShopSigns | null;
}

export type Thing = Readonly<Record<string, unknown>>;

export interface ShopSigns {
  readonly locale: string | null;
}

const MOST = {
  links: 2_000,
  embedded: 200,
  metas: 200,
  structured: 20,
  things: 200,
  text: 50_000,
  script: 100_000,
  href: 2_000,
} as const;
/** As deep as browsers nest. Each end of an element is looked for among all that are open. */
const MOST_DEPTH = 512;
const PIECE = 16_384;
const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'svg']);

/** @param html decoded */
export function readPage(html: string): Page {
  const meta = new Map<string, string>();
  const links: PageLink[] = [];
  const embedded: string[] = [];
  const structured: string[] = [];
  let language: string | null = null;
  let text = '';
  let shop: ShopSigns | null = null;
  let link: { readonly href: string; text: string } | null = null;
  let script: { readonly isStructured: boolean; text: string } | null = null;
  let unread = 0;
  let depth = 0;

  const closeLink = () => {
    if (link !== null) links.push({ href: link.href, text: plainText(link.text, 200) ?? '' });
    link = null;
  };
  const endScript = ({ isStructured, text: code }: { readonly isStructured: boolean; readonly text: string }) => {
    if (isStructured && structured.length < MOST.structured) structured.push(code);
    if (!isStructured) shop ??= shopIn(code);
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (UNREAD.has(name)) unread += 1;
      if (name === 'html') language = plainText(attributes.lang, 20);
      if (name === 'meta' && meta.size < MOST.metas) {
        const key = (attributes.property ?? attributes.name ?? '').trim().toLowerCase().slice(0, 100);
        const content = attributes.content?.slice(0, 5_000) ?? '';
        if (key !== '' && content.trim() !== '' && !meta.has(key)) meta.set(key, content);
      }
      if (name === 'a') {
        closeLink();
        const href = attributes.href?.trim() ?? '';
        if (href !== '' && href.length <= MOST.href && links.length < MOST.links) link = { href, text: attributes.title ?? '' };
      }
      if ((name === 'script' || name === 'iframe') && attributes.src !== undefined && embedded.length < MOST.embedded)
        embedded.push(attributes.src.trim().slice(0, MOST.href));
      if (name === 'script') script = { isStructured: /^\s*application\/ld\+json/i.test(attributes.type ?? ''), text: '' };
    },
    ontext: (piece) => {
      if (script !== null) {
        if (script.text.length < MOST.script) script.text += piece.slice(0, MOST.script);
        return;
      }
      if (unread > 0) return;
      if (link !== null && link.text.length < 500) link.text += ` ${piece.slice(0, 500)}`;
      if (text.length < MOST.text) text += ` ${piece.slice(0, MOST.text)}`;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'a') closeLink();
      if (UNREAD.has(name)) unread -= 1;
      if (name === 'script' && script !== null) {
        endScript(script);
        script = null;
      }
    },
  });
  for (let at = 0; at < html.length && depth < MOST_DEPTH; at += PIECE) parser.write(html.slice(at, at + PIECE));
  parser.end();
  closeLink();
  return { language, meta, links, embedded, things: thingsIn(structured), text, shop };
}

/** `Shopify.shop = "acme.myshopify.com"` stands in every page of a shop. A picture from Shopify's hosts says nothing. */
function shopIn(code: string): ShopSigns | null {
  if (!/\bShopify\.shop\s*=\s*["'][a-z\d-]+\.myshopify\.com["']/i.test(code)) return null;
  const [, locale = null] = /\bShopify\.locale\s*=\s*["']([a-z]{2,3}(?:-[a-z]{2})?)["']/i.exec(code) ?? [];
  return { locale };
}

/** Structured data that does not parse is left out: one page in twenty has such. */
function thingsIn(texts: readonly string[]): readonly Thing[] {
  const things: Thing[] = [];
  const collect = (value: unknown, depth: number) => {
    if (depth > 4 || things.length >= MOST.things) return;
    if (Array.isArray(value)) for (const entry of value.slice(0, MOST.things)) collect(entry, depth + 1);
    const thing = objectIn(value);
    if (thing === null) return;
    things.push(thing);
    collect(thing['@graph'], depth + 1);
    collect(thing.publisher, depth + 1);
    collect(thing.mainEntity, depth + 1);
  };
  for (const text of texts) collect(parsed(text), 0);
  return things;
}

function parsed(text: string): unknown {
  // Some pages wrap it in a comment, or break lines inside of texts.
  const bare = text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>)\s*$/, '');
  try {
    const read: unknown = JSON.parse(bare.replace(/\p{Cc}/gu, ' '));
    return read;
  } catch {
    return null;
  }
}

/**
 * The text of a page's bytes. UTF-8 where they are UTF-8, whatever the page says of itself; else the encoding it names; else
 * that of Western Europe, as browsers do. The bytes may end in the middle of a character.
 */
export function decodePage(bytes: Buffer, contentType: string): string {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (mark !== null) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const beginning = bytes.subarray(0, 2_048).toString('latin1');
    const [, named = ''] =
      /charset\s*=\s*["']?\s*([\w:-]+)/i.exec(contentType) ?? /charset\s*=\s*["']?\s*([\w:-]+)/i.exec(beginning) ?? [];
    return decoderOf(named).decode(bytes);
  }
}

function decoderOf(name: string) {
  try {
    const decoder = new TextDecoder(name);
    // It is none: the bytes are no UTF-8.
    return decoder.encoding.startsWith('utf-') ? new TextDecoder('windows-1252') : decoder;
  } catch {
    return new TextDecoder('windows-1252');
  }
}
