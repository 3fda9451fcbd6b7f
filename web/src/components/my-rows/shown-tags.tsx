/** The tags of a row for those who may not change them. */
import Box from '@mui/material/Box';
import { Tag } from '../tag.tsx';

export function ShownTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Box component="ul" aria-label="Tags" sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {tags.map((tag) => (
        <li key={tag}>
          <Tag>
            <bdi>{tag}</bdi>
          </Tag>
        </li>
      ))}
    </Box>
  );
}
