import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { unchangedAnswer } from '@leadloom/shared/reference/examples/unchanged-answer';
import Typography from '@mui/material/Typography';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { RichText } from './rich-text.tsx';

export function UnchangedSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="Counted responses have an `ETag`. Send it as `If-None-Match` when you repeat the call. If nothing has changed, the response is 304, without a body, and uses none of your requests." />
      </Typography>
      <ExampleTabs example={unchangedAnswer(apiBase(window.location.origin), 'companies')} />
    </DocSection>
  );
}
