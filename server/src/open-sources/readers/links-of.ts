import { Parser } from 'htmlparser2';

export interface Link {
  /** Absolute, without its fragment. */
  readonly url: string;
  /** One line, blanks collapsed. */
  readonly text: string;
}

const TEXT_LIMIT = 500;

/** The links of a page to HTTP addresses, in their order. @param base the page's own address */
export function linksOf(html: string, base: string): readonly Link[] {
  const links: Link[] = [];
  let root = base;
  let open: { readonly url: string; text: string } | null = null;
  const close = () => {
    if (open !== null) links.push({ url: open.url, text: open.text.replace(/\s+/g, ' ').trim() });
    open = null;
  };
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === 'base' && href !== undefined) root = resolved(href, base) ?? root;
      if (name !== 'a') return;
      close();
      const url = href === undefined ? null : resolved(href, root);
      if (url !== null) open = { url, text: '' };
    },
    ontext: (text) => {
      if (open !== null && open.text.length < TEXT_LIMIT) open.text += text.slice(0, TEXT_LIMIT);
    },
    onclosetag: (name) => {
      if (name === 'a') close();
    },
  });
  parser.end(html);
  close();
  return links;
}

/** null: it is no address of HTTP. */
function resolved(href: string, base: string): string | null {
  const url = URL.canParse(href.trim(), base) ? new URL(href.trim(), base) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.hash = '';
  return url.href;
}
