/** A QR code drawn in the page: no service sees its content, and no script or image is loaded for it. */
import Box from '@mui/material/Box';
import { encodeQR } from 'qr';
import { useMemo } from 'react';

/** Light squares around the code, without which readers do not find it. */
const QUIET_ZONE = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => drawDarkSquares(text), [text]);
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 'min(100%, 13rem)', aspectRatio: '1', borderRadius: 1, forcedColorAdjust: 'none' }}
    >
      {/* Dark on light in both colour schemes: many readers refuse the reverse. */}
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </Box>
  );
}

/** One run of dark squares in a row is one rectangle of the path. */
function drawDarkSquares(text: string): { readonly size: number; readonly path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = rows
    .map((row, y) =>
      darkRuns(row)
        .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
        .join(''),
    )
    .join('');
  return { size: rows.length, path };
}

function darkRuns(row: readonly boolean[]): (readonly [start: number, length: number])[] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
