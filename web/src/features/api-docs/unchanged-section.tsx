import { apiBase } from '@leadloom/shared/reference/examples/examples';
import { unchangedAnswer } from '@leadloom/shared/reference/examples/unchanged-answer';
import Typography from '@mui/material/Typography';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { RichText } from './rich-text.tsx';

export function UnchangedSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="Counted answers carry an `ETag`. Send it back as `If-None-Match` when you ask the same again: where nothing has changed, the answer is 304, without a body, and takes none of your requests." />
      </Typography>
      <ExampleTabs example={unchangedAnswer(apiBase(window.location.origin), 'companies')} />
    </DocSection>
  );
}
