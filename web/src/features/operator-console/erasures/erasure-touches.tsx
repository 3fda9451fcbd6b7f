import type { Erasure } from '@leadloom/shared/contract/erasures';
import Box from '@mui/material/Box';
import { touchLines } from './erasure-words.ts';

/** What carrying a request out would remove, or has removed. */
export function ErasureTouchesList({ erasure: { state, touches } }: { readonly erasure: Erasure }) {
  if (touches === null) return state === 'refused' ? 'Nothing was removed' : 'Looking…';
  const lines = touchLines(touches);
  return (
    <>
      {lines.length === 0 && 'Nothing is kept'}
      {lines.map((line) => (
        <Box key={line}>{line}</Box>
      ))}
      {touches.names.length > 1 && (
        <Box sx={{ color: 'warning.main', mt: 0.5 }}>
          Found under {touches.names.length} names: {touches.names.join('; ')}
        </Box>
      )}
    </>
  );
}
