/**
 * `node scripts/draw-icons.ts`: the extension's icons as PNG, from the geometry of the mark in
 * `web/public/icon.svg`. Run it when the mark changes; the same bytes come out every time.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from './lib/run.ts';

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number];

const GROUND: Colour = [0x0f, 0x42, 0x39];
const WARP: Colour = [0xff, 0xff, 0xff];
const WEFT: Colour = [0xdf, 0xa4, 0x37];

const VIEW = 32;
const CORNER = 7;
const STROKE = 3.4;
/** The mark's own transform: `translate(4.5 4.5) scale(.72)`. */
const place = ([x, y]: Point): Point => [4.5 + 0.72 * x, 4.5 + 0.72 * y];

const warpLines: readonly (readonly Point[])[] = [
  [
    [16, 4],
    [16, 5.5],
  ],
  [
    [16, 10.5],
    [16, 21.5],
  ],
  [
    [16, 26.5],
    [16, 28],
  ],
  [
    [24, 4],
    [24, 13.5],
  ],
  [
    [24, 18.5],
    [24, 28],
  ],
  [
    [4, 8],
    [5.5, 8],
  ],
  [
    [10.5, 8],
    [21.5, 8],
  ],
  [
    [26.5, 8],
    [28, 8],
  ],
  [
    [10.5, 16],
    [13.5, 16],
  ],
  [
    [18.5, 16],
    [28, 16],
  ],
];
const weftLines: readonly (readonly Point[])[] = [
  [
    [8, 4],
    [8, 24],
    [21.5, 24],
  ],
  [
    [26.5, 24],
    [28, 24],
  ],
];

/** Samples per pixel and axis: smooth edges without a drawing library. */
const SAMPLES = 8;

/** The colour at a place of the view, or null outside the rounded square. */
function colourAt(point: Point): Colour | null {
  if (!isInRoundedSquare(point)) return null;
  if (isOnLines(point, weftLines)) return WEFT;
  return isOnLines(point, warpLines) ? WARP : GROUND;
}

function isInRoundedSquare([x, y]: Point): boolean {
  const outside = (value: number): number => Math.max(CORNER - value, value - (VIEW - CORNER), 0);
  return Math.hypot(outside(x), outside(y)) <= CORNER;
}

function isOnLines(point: Point, lines: readonly (readonly Point[])[]): boolean {
  return lines.some((line) =>
    line.some((end, index) => {
      const start = line[index - 1];
      return start !== undefined && distance(point, place(start), place(end)) <= (STROKE * 0.72) / 2;
    }),
  );
}

function distance([x, y]: Point, [startX, startY]: Point, [endX, endY]: Point): number {
  const [alongX, alongY] = [endX - startX, endY - startY];
  const ratio = ((x - startX) * alongX + (y - startY) * alongY) / (alongX ** 2 + alongY ** 2);
  const nearest = Math.min(1, Math.max(0, ratio));
  return Math.hypot(x - startX - nearest * alongX, y - startY - nearest * alongY);
}

/** Red, green, blue and opacity of one pixel: the mean of its samples. */
function pixel(column: number, row: number, size: number): readonly number[] {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample++) {
    const x = column + ((sample % SAMPLES) + 0.5) / SAMPLES;
    const y = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
    const colour = colourAt([(x * VIEW) / size, (y * VIEW) / size]);
    if (colour === null) continue;
    covered++;
    for (const [channel, value] of colour.entries()) sum[channel] = (sum[channel] ?? 0) + value;
  }
  const opacity = Math.round((255 * covered) / SAMPLES ** 2);
  return [...sum.map((value) => (covered === 0 ? 0 : Math.round(value / covered))), opacity];
}

function png(size: number): Buffer {
  const rows = Array.from({ length: size }, (_, row) => [
    0,
    ...Array.from({ length: size }, (_, column) => pixel(column, row, size)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits per channel, red green blue opacity, no interlacing.
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

for (const size of [16, 32, 48, 128]) {
  const file = join('extension', 'icons', `icon-${size}.png`);
  writeFileSync(join(root, file), png(size));
  console.log(file);
}
