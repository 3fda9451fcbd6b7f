import { clientExample } from '@leadloom/shared/reference/examples/client-example';
import Typography from '@mui/material/Typography';
import { ExternalLink } from '../../components/external-link.tsx';
import { API_BASE } from '../../lib/paths.ts';
import { CodeBlock } from './code-block.tsx';
import { DocSection } from './doc-section.tsx';
import { RichText } from './rich-text.tsx';

export function ClientSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="For TypeScript and JavaScript there is `@leadloom/client`. Rows and filters are typed, pages are read in a loop, errors are a class, and calls that hit a rate limit are retried after the wait. It needs no other package and runs on Node 20 or later. The operator of this server builds it with `pnpm build` and `pnpm --dir client pack`, and you install the file that is written." />
      </Typography>
      <CodeBlock label="Using the client" code={clientExample(window.location.origin)} />
      <Typography>
        For other languages, generate a client from the{' '}
        <ExternalLink href={`${window.location.origin}${API_BASE}/openapi.json`}>OpenAPI document</ExternalLink>, which describes
        the whole API in machine-readable form.
      </Typography>
    </DocSection>
  );
}
