import { TEST_KEY_MARK } from '@leadloom/shared/contract/keys';
import Typography from '@mui/material/Typography';
import { TextLink } from '../../components/text-link.tsx';
import { paths } from '../../lib/paths.ts';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';

export function SandboxSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        A key that begins with <Code>{TEST_KEY_MARK}</Code> works with the same endpoints, filters, sort orders, cursors and
        errors, but returns a few dozen sample rows per table. Nothing is counted, not even exports, but the speed limits apply.
        These responses have the header <Code>X-Sandbox: true</Code>.
      </Typography>
      <Typography>
        Press Add Sandbox Key on <TextLink to={paths.keys}>API Keys</TextLink> to create one. When your program works, give it a
        live key and change nothing else.
      </Typography>
    </DocSection>
  );
}
