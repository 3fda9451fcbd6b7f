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
        <RichText text="For TypeScript and JavaScript there is `@leadloom/client`: rows and filters are typed, walks are loops, errors are a class, and calls that came too fast are repeated when they may be. It needs no other package and runs from Node 20 on. Whoever runs this server makes it with `pnpm build` and `pnpm --dir client pack`, and you install the file that is written." />
      </Typography>
      <CodeBlock label="The client at work" code={clientExample(window.location.origin)} />
      <Typography>
        For other languages a generator can make a client from the{' '}
        <ExternalLink href={`${window.location.origin}${API_BASE}/openapi.json`}>OpenAPI document</ExternalLink>, which also says
        all of this article to machines.
      </Typography>
    </DocSection>
  );
}
