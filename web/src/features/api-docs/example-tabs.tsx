import { apiExamples, type ExampleLanguage } from '@leadloom/shared/contract/api-examples';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Code } from './code.tsx';
import { CodeBlock } from './code-block.tsx';

/** The same call in each language, against the server this page came from. */
export function ExampleTabs() {
  const [chosen, setChosen] = useState<ExampleLanguage>('curl');
  const id = useId();
  const examples = apiExamples(window.location.origin);
  return (
    <Box>
      <Tabs
        value={chosen}
        onChange={(_, language: ExampleLanguage) => setChosen(language)}
        aria-label="Language of the example"
        sx={{ minHeight: '2.5rem', mb: 1.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {examples.map(({ language, label }) => (
          <Tab
            key={language}
            id={`${id}-${language}`}
            aria-controls={`${id}-panel`}
            value={language}
            label={label}
            sx={{ minHeight: '2.5rem', minWidth: '4.5rem', py: 1 }}
          />
        ))}
      </Tabs>
      {examples
        .filter(({ language }) => language === chosen)
        .map(({ language, label, run, code }) => (
          <Box key={language} id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${language}`}>
            <CodeBlock label={`Example in ${label}`} code={code} />
            {run !== null && (
              <Typography variant="caption" component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
                Run it with <Code>{run}</Code>. It needs nothing else installed.
              </Typography>
            )}
          </Box>
        ))}
    </Box>
  );
}
