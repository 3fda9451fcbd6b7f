import { errorDefinitions } from '@leadloom/shared/contract/errors';
import { commonErrors } from '@leadloom/shared/reference/common-errors';
import Typography from '@mui/material/Typography';
import { Code } from './code.tsx';
import { CodeBlock } from './code-block.tsx';
import { DocSection } from './doc-section.tsx';
import { exampleProblem, problemFields } from './error-facts.ts';
import { Facts } from './facts.tsx';
import { StatusAndCode } from './status-and-code.tsx';

export function ErrorsSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        Every error is <Code>application/problem+json</Code> and looks like this one:
      </Typography>
      <CodeBlock label="Body of an error" hasCopy={false} code={`${JSON.stringify(exampleProblem, null, 2)}\n`} />
      <Facts
        facts={problemFields.map(({ names, text }) => ({ key: names.join(), term: <Code>{names.join(', ')}</Code>, text }))}
      />
      <Typography variant="h3">Status and code</Typography>
      <Typography>
        A successful call returns 200; one that makes something may return 201, one that starts something 202, and one without a
        body 204. Any call can return one of these errors. Each endpoint lists the other errors it can return.
      </Typography>
      <Facts
        facts={commonErrors.map(({ code, text }) => ({
          key: code,
          term: <StatusAndCode status={errorDefinitions[code].status} code={code} />,
          text,
        }))}
      />
    </DocSection>
  );
}
