/**
 * A chart as a PNG: its SVG with the styles that the page gives it, on the ground of the page's colours, with its title and
 * the names of its colours. A picture inside an image knows neither the page's styles nor its fonts, so both go along.
 */
import { logProblem } from '../../lib/log.ts';

/** Presentation that the page's style sheets decide. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'display',
] as const;

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** A picture is at least so many pixels wide, so that its texts can be read in a document. */
const LEAST_WIDTH = 1600;
/** Browsers refuse larger ones. */
const MOST_SIDE = 12_000;

interface PictureTexts {
  readonly title: string;
  readonly note: string;
}

/** @param frame what holds the chart @throws where the browser cannot draw it */
export async function pictureOfChart(frame: HTMLElement, { title, note }: PictureTexts): Promise<Blob> {
  const source = [...frame.querySelectorAll('svg')].sort((one, other) => areaOf(other) - areaOf(one))[0];
  if (source === undefined) throw new TypeError('There is no chart to draw.');
  const style = getComputedStyle(frame);
  const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { width: drawnWidth, height: drawnHeight } = sizeOf(source);
  const names = namesIn(frame);
  const padding = unit * 1.5;
  const lines = linesOf(names, drawnWidth, unit);
  const top = padding + unit * 3.5;
  const width = drawnWidth + 2 * padding;
  const height = top + drawnHeight + lines.length * unit * 1.5 + padding;

  const root = element('svg', { xmlns: NAMESPACE, width, height, viewBox: `0 0 ${width} ${height}` });
  const fonts = element('style', {});
  fonts.textContent = await fontFaces(style.fontFamily);
  const ground = element('rect', { width, height, fill: groundOf(frame) });
  const group = element('g', { transform: `translate(${padding} ${top})` });
  group.append(styledCopy(source));
  root.append(
    fonts,
    ground,
    text(title, { x: padding, y: padding + unit, 'font-size': unit * 1.125, 'font-weight': 620, fill: style.color }),
    text(note, { x: padding, y: padding + unit * 2.375, 'font-size': unit * 0.8125, fill: style.color, opacity: 0.75 }),
    group,
  );
  lines.forEach((line, row) => {
    for (const { x, name, colour } of line) {
      const y = top + drawnHeight + (row + 1) * unit * 1.5;
      root.append(
        element('rect', { x: padding + x, y: y - unit * 0.6875, width: unit * 0.75, height: unit * 0.75, rx: 2, fill: colour }),
        text(name, { x: padding + x + unit * 1.125, y, 'font-size': unit * 0.8125, fill: style.color }),
      );
    }
  });
  root.setAttribute('font-family', style.fontFamily);
  const scale = Math.min(Math.max(2, LEAST_WIDTH / width), MOST_SIDE / Math.max(width, height));
  return await drawn(new XMLSerializer().serializeToString(root), width * scale, height * scale);
}

function styledCopy(source: SVGSVGElement): Node {
  const copy = source.cloneNode(true);
  const copies = copy instanceof Element ? [copy, ...copy.querySelectorAll('*')] : [];
  [source, ...source.querySelectorAll('*')].forEach((original, index) => {
    const computed = getComputedStyle(original);
    const target = copies[index];
    if (!(target instanceof SVGElement)) return;
    for (const name of STYLES) target.style.setProperty(name, computed.getPropertyValue(name));
    target.removeAttribute('class');
  });
  if (copy instanceof SVGElement) {
    const { width, height } = sizeOf(source);
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    // The figures at the longest bars stand outside the drawing area.
    copy.style.setProperty('overflow', 'visible');
  }
  return copy;
}

interface Name {
  readonly name: string;
  readonly colour: string;
}

function namesIn(frame: HTMLElement): readonly Name[] {
  return [...frame.querySelectorAll('[data-names] > li')].map((item) => {
    const sample = item.querySelector('span');
    return { name: item.textContent ?? '', colour: sample === null ? 'none' : getComputedStyle(sample).backgroundColor };
  });
}

/** The names in as many lines as they need. */
function linesOf(names: readonly Name[], width: number, unit: number): readonly (readonly (Name & { readonly x: number })[])[] {
  const lines: (Name & { readonly x: number })[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const needed = unit * 2.5 + name.name.length * unit * 0.47;
    if (x + needed > width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push({ ...name, x });
    x += needed;
  }
  return lines;
}

/** The page's own font with its files; empty: what the system has serves. */
async function fontFaces(family: string): Promise<string> {
  const first = family.split(',')[0]?.replaceAll(/["']/g, '').trim() ?? '';
  const faces = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      return [];
    }
  });
  const own = faces.filter(({ style }) => style.getPropertyValue('font-family').replaceAll(/["']/g, '') === first);
  const written = own.map(async (face) => {
    const address = /url\("?([^")]+)"?\)/.exec(face.style.getPropertyValue('src'))?.[1];
    if (address === undefined) return '';
    try {
      const response = await fetch(new URL(address, face.parentStyleSheet?.href ?? document.baseURI));
      return face.cssText.replace(/url\("?[^")]+"?\)/, `url(${await dataUrl(await response.blob())})`);
    } catch (error) {
      logProblem('A font could not be put into a picture.', error);
      return '';
    }
  });
  return (await Promise.all(written)).join('\n');
}

function dataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

async function drawn(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext('2d');
  if (context === null) throw new TypeError('The browser cannot draw a picture.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new TypeError('The picture is empty.')) : resolve(blob)), 'image/png');
  });
}

/** The first ground behind the chart that is not clear. */
function groundOf(frame: HTMLElement): string {
  for (let one: HTMLElement | null = frame; one !== null; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' && backgroundColor !== 'transparent') return backgroundColor;
  }
  return 'white';
}

function sizeOf(svg: SVGSVGElement): { readonly width: number; readonly height: number } {
  const { width, height } = svg.getBoundingClientRect();
  return { width, height };
}

function areaOf(svg: SVGSVGElement): number {
  const { width, height } = sizeOf(svg);
  return width * height;
}

function text(content: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = element('text', attributes);
  made.textContent = content;
  return made;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(NAMESPACE, name);
  if (!(made instanceof SVGElement)) throw new TypeError(`${name} is not part of SVG.`);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
