import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

interface NewerAndOlderProps {
  /** The number of the page; 1 is the newest. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Turns the pages of a list that starts with the newest; nothing where there is one page. */
export function NewerAndOlder({ page, pages, onPage }: NewerAndOlderProps) {
  if (pages <= 1) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'end' }}>
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Typography variant="body2">{`Page ${page} of ${pages}`}</Typography>
      <Button size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Box>
  );
}
