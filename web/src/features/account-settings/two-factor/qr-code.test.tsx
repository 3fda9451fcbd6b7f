import { render, screen } from '@testing-library/react';
import { decodeQR } from 'qr/decode.js';
import { expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

const PIXELS_PER_SQUARE = 6;

it.each([
  'otpauth://totp/Leadloom%3Aada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Leadloom',
  `otpauth://totp/Leadloom%3A${'long-'.repeat(40)}%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`,
])('a QR code contains the encoded text: %s', (text) => {
  render(<QrCode text={text} label="Code" />);
  const drawing = screen.getByRole('img', { name: 'Code' });
  expect(decodeQR(photographOf(drawing))).toBe(text);
});

/** The drawing as pixels, from the rectangles of its path. */
function photographOf(drawing: HTMLElement) {
  const size = Number(drawing.getAttribute('viewBox')?.split(' ')[2]);
  const side = size * PIXELS_PER_SQUARE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of (drawing.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * PIXELS_PER_SQUARE; row < (Number(y) + 1) * PIXELS_PER_SQUARE; row += 1) {
      const start = row * side + Number(x) * PIXELS_PER_SQUARE;
      for (let pixel = start; pixel < start + Number(width) * PIXELS_PER_SQUARE; pixel += 1)
        data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return { width: side, height: side, data };
}
