/** Parameters or fields as facts: name, type and meaning of each, and its values if there are many. */
import Box from '@mui/material/Box';
import { Code } from './code.tsx';
import type { DescribedField } from './describe-schema.ts';
import { type Fact, Facts } from './facts.tsx';
import { Fold } from './fold.tsx';
import { RichText } from './rich-text.tsx';

interface FieldFactsProps {
  readonly fields: readonly DescribedField[];
  /** Whether to say which of them are required. */
  readonly areSent: boolean;
}

export function FieldFacts({ fields, areSent }: FieldFactsProps) {
  return <Facts facts={fields.map((field) => factOf(field, areSent && field.isRequired))} />;
}

function factOf({ name, type, text, values }: DescribedField, isRequired: boolean): Fact {
  return {
    key: name,
    term: (
      <>
        <Code>{name}</Code>
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
          {isRequired ? `${type}, required` : type}
        </Box>
      </>
    ),
    text: (
      <>
        {text !== null && <RichText text={text} />}
        {values.length > 0 && (
          <Fold title={`${values.length} values`}>
            <Box sx={{ fontSize: '0.8125rem' }}>{values.join(' · ')}</Box>
          </Fold>
        )}
      </>
    ),
  };
}
