/** What the operators of filters mean, with a call that uses them. */
import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { askPrecisely } from '@leadloom/shared/reference/examples/precise-example';
import { filterExamples, operatorTexts } from '@leadloom/shared/reference/filter-examples';
import Typography from '@mui/material/Typography';
import { Code } from './code.tsx';
import { DocSection } from './doc-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { Facts } from './facts.tsx';
import { RichText } from './rich-text.tsx';

export function FiltersSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="Filters say more than “is”. Of a filter with the name `k`, such as `country`, there are also these parameters, where they mean something. Each table’s filters are listed below." />
      </Typography>
      <Facts
        facts={operatorTexts.map(([parameter, text]) => ({
          key: parameter,
          term: <Code>{parameter}</Code>,
          text: <RichText text={text} />,
        }))}
      />
      <Typography>
        <RichText
          text={`For example, \`country_not=Germany\`, \`employee_count_from=50\`, \`domain_has=false\` (no website), \`people.with_email=true\` (someone there has an email), \`people.any=false\` (no known people), and for people \`company.country=Germany\`. An expression: \`where=${filterExamples('people').where}\`. What cannot be read is answered with 400 and the place in the text.`}
        />
      </Typography>
      <ExampleTabs example={askPrecisely(apiBase(window.location.origin))} />
    </DocSection>
  );
}
