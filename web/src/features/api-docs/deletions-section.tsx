import { DELETIONS_KEPT_DAYS } from '@leadloom/shared/contract/data-api';
import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { followDeletions } from '@leadloom/shared/reference/examples/api-examples';
import Typography from '@mui/material/Typography';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { RichText } from './rich-text.tsx';

export function DeletionsSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        Rows are deleted when the operator removes them, often because someone asked for it, when they were deleted on their
        network, or when the operator no longer keeps rows of their age. If you keep a copy, delete them there as well.
      </Typography>
      <Typography>
        <RichText
          text={`\`GET /deleted\` lists the rows of all tables that were deleted in the last ${DELETIONS_KEPT_DAYS} days, oldest deletion first. Every response ends with a \`cursor\`: keep it, and send it with your next call. The call is free, so make it daily.`}
        />
      </Typography>
      <ExampleTabs example={followDeletions(apiBase(window.location.origin))} />
    </DocSection>
  );
}
