/** A chart as a picture and its figures as a file. */
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Button from '@mui/material/Button';
import { type RefObject, useState } from 'react';
import type { Figures } from '../../lib/charts/chart-figures.ts';
import { figuresCsv } from '../../lib/charts/figures-csv.ts';
import { logProblem } from '../../lib/log.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';

interface ChartFilesProps {
  readonly figures: Figures;
  readonly names: readonly string[];
  readonly measure: string;
  readonly title: string;
  /** How many rows it counts, in words. */
  readonly note: string;
  /** What holds the chart. */
  readonly frame: RefObject<HTMLElement | null>;
}

export function ChartFiles({ figures, names, measure, title, note, frame }: ChartFilesProps) {
  const [isDrawing, setDrawing] = useState(false);
  const fileName = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

  async function savePicture(): Promise<void> {
    if (frame.current === null) return;
    setDrawing(true);
    try {
      const { pictureOfChart } = await import('./save-picture.ts');
      saveFile(await pictureOfChart(frame.current, { title, note }), `${fileName}.png`);
    } catch (error) {
      logProblem('A chart could not be drawn as a picture.', error);
      showSnackbar('error', 'The picture could not be made. Try again, or take the figures.');
    } finally {
      setDrawing(false);
    }
  }

  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<ImageOutlined />}
        aria-label="Download the chart as PNG"
        title="Download the chart as PNG"
        disabled={isDrawing || !figuresHaveValues(figures)}
        onClick={() => void savePicture()}
      >
        PNG
      </Button>
      <Button
        size="small"
        color="inherit"
        startIcon={<DownloadRounded />}
        aria-label="Download the figures as CSV"
        title="Download the figures as CSV"
        onClick={() =>
          // The byte order mark has spreadsheets read it as UTF-8.
          saveFile(
            new Blob(['\ufeff', figuresCsv(figures, names, measure)], { type: 'text/csv;charset=utf-8' }),
            `${fileName}.csv`,
          )
        }
      >
        CSV
      </Button>
    </>
  );
}

/** Without any there is a sentence in place of the chart. */
function figuresHaveValues({ entries, figureOf }: Figures): boolean {
  const [rows = [], columns] = entries;
  if (columns === undefined) return rows.some(({ piece }) => typeof figureOf([piece]) === 'number');
  return rows.some((row) => columns.some((column) => typeof figureOf([row.piece, column.piece]) === 'number'));
}
