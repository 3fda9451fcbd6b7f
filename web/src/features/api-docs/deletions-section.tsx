import { DELETIONS_KEPT_DAYS } from '@leadloom/shared/contract/data-api';
import { followDeletions } from '@leadloom/shared/reference/examples/api-examples';
import { apiBase } from '@leadloom/shared/reference/examples/examples';
import Typography from '@mui/material/Typography';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { RichText } from './rich-text.tsx';

export function DeletionsSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        Rows go when the operator removes them, often because somebody asked to be forgotten, when their network says that they
        were deleted there, and when they were kept as long as the operator keeps such rows. Whoever keeps a copy should let them
        go as well.
      </Typography>
      <Typography>
        <RichText
          text={`\`GET /deleted\` tells which rows of all tables are gone, for ${DELETIONS_KEPT_DAYS} days and in the order they went. Every answer ends with a \`cursor\`: keep it, and ask with it next time. It is free, so ask daily.`}
        />
      </Typography>
      <ExampleTabs example={followDeletions(apiBase(window.location.origin))} />
    </DocSection>
  );
}
