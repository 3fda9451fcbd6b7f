/**
 * What a Shopify shop says of itself in two files that every shop has: `/meta.json` with its name, currency and country, and
 * `/products.json`, whose kinds and tags are its topics. The currency of the page follows the visitor's country, so only the
 * one of the file counts.
 */
import { listIn, objectIn, plainText } from '../plain-text.ts';
import type { ShopSigns } from './read-page.ts';

export interface Shop {
  readonly name: string | null;
  readonly description: string | null;
  readonly currency: string | null;
  readonly locale: string | null;
  readonly topics: readonly string[];
}

const MOST_TOPICS = 10;
const READ_PRODUCTS = 50;

/** @param file reads a file of the shop; null: there is none @returns null: the shop has no such files, so it may be none */
export async function readShop(
  origin: string,
  { locale }: ShopSigns,
  file: (url: string) => Promise<string | null>,
): Promise<Shop | null> {
  const meta = objectIn(parsed(await file(`${origin}/meta.json`)));
  if (meta === null || typeof meta.myshopify_domain !== 'string') return null;
  const products = objectIn(parsed(await file(`${origin}/products.json?limit=${READ_PRODUCTS}`)));
  const currency = plainText(meta.currency, 3)?.toUpperCase() ?? '';
  return {
    name: plainText(meta.name, 200),
    description: plainText(meta.description, 1_000),
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    locale,
    topics: topicsOf(listIn(products?.products)),
  };
}

/** The kinds of products, and then the tags that several have, those of most products first. */
function topicsOf(products: readonly unknown[]): readonly string[] {
  const kinds = new Map<string, number>();
  const tags = new Map<string, number>();
  const count = (counts: Map<string, number>, value: unknown) => {
    const topic = plainText(value, 60);
    // Tags of programs, such as `filter:color=red` and `__cfg_7`.
    if (topic !== null && !/[:=_]|^\d+$/.test(topic)) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  };
  for (const product of products.slice(0, READ_PRODUCTS)) {
    const { product_type: kind, tags: written } = objectIn(product) ?? {};
    count(kinds, kind);
    const listed = typeof written === 'string' ? written.split(',') : listIn(written);
    for (const tag of listed.slice(0, 50)) count(tags, tag);
  }
  const ranked = (counts: ReadonlyMap<string, number>, least: number) =>
    [...counts].filter(([, products]) => products >= least).sort(([, one], [, other]) => other - one);
  const topics = new Map([...ranked(kinds, 1), ...ranked(tags, 2)].map(([topic]) => [topic.toLowerCase(), topic]));
  return [...topics.values()].slice(0, MOST_TOPICS);
}

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    return read;
  } catch {
    return null;
  }
}
