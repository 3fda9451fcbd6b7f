import { MAX_API_KEYS } from '@leadloom/shared/contract/keys';
import Typography from '@mui/material/Typography';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';

export function KeysFooter() {
  return (
    <Typography component="footer" variant="body2" sx={{ color: 'text.secondary', maxWidth: '65ch' }}>
      A program calls the API with one of these keys. Treat a key like a password: anyone who has it can call the API in your
      name. You can have up to {MAX_API_KEYS}. <TextLink to={paths.apiDocs}>How to use the API</TextLink>
    </Typography>
  );
}
