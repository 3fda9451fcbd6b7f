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
        A key is a secret that begins with <Code>ll_live_</Code>. Anyone who has it can call the API in your name, so treat it
        like a password.
      </Typography>
      <Facts
        facts={[
          {
            key: 'create',
            term: 'Create it',
            text: (
              <>
                Verify your email, then press Create Key on <TextLink to={paths.keys}>API Keys</TextLink>. You can have up to{' '}
                {MAX_API_KEYS}. Create one for each program, and name it after the program. It reads, unless you choose that it
                may write. You may be asked for your password. You get an email about every new key.
              </>
            ),
          },
          {
            key: 'keep',
            term: 'Keep it',
            text: 'The secret is shown once. Put it where your program reads its secrets from, such as an environment variable. Keep it out of source code, web pages, chats and URLs.',
          },
          {
            key: 'revoke',
            term: 'Revoke it',
            text: 'Press Delete on the same page when a program no longer needs its key, or when someone else may have seen it. The key stops working at once. The page also shows when each key was last used.',
          },
        ]}
      />
    </DocSection>
  );
}
