/** What is said of invented rows, and the dialog that says how to remove them, which few open. */
import { lazy } from 'react';

export const ALL_ARE_SAMPLES = 'These rows are invented samples.';
export const HOW_TO_REMOVE = 'How to remove them';

export const SampleDialog = lazy(async () => ({ default: (await import('./sample-dialog.tsx')).SampleDialog }));
