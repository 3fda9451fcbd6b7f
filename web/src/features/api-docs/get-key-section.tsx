import { MAX_API_KEYS } from '@leadloom/shared/contract/keys';
import Typography from '@mui/material/Typography';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';
import { Facts } from './facts.tsx';

export function GetKeySection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        A key is a secret that begins with <Code>ll_live_</Code>. Whoever has it calls the API in your name, so treat it like a
        password.
      </Typography>
      <Facts
        facts={[
          {
            key: 'create',
            term: 'Create it',
            text: (
              <>
                Verify your email, then press Create Key on <TextLink to={paths.keys}>API Keys</TextLink>. You can have up to{' '}
                {MAX_API_KEYS}: one for each program is best, with a name that says which. You may be asked for your password. A
                mail tells you of every new key.
              </>
            ),
          },
          {
            key: 'keep',
            term: 'Keep it',
            text: 'The secret is shown once. Put it where your program reads its secrets from, such as an environment variable. Keep it out of source code, web pages, chats and addresses.',
          },
          {
            key: 'revoke',
            term: 'Revoke it',
            text: 'Press Delete on the same page when a program does not need its key any more, or when anybody else may have seen it. It stops working at once. The page also shows when each key was last used.',
          },
        ]}
      />
    </DocSection>
  );
}
