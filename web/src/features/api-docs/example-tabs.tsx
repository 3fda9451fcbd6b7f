import { type ApiExample, exampleLanguages, languageLabels, runCommand } from '@leadloom/shared/reference/examples/example';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useChosenLanguage } from './chosen-language.ts';
import { Code } from './code.tsx';
import { CodeBlock } from './code-block.tsx';

/** The same call in each language, with the address of this server. */
export function ExampleTabs({ example }: { readonly example: ApiExample }) {
  const { language, choose } = useChosenLanguage();
  const id = useId();
  const label = languageLabels[language];
  const run = runCommand(example.name, language);
  return (
    <Box>
      <Tabs
        value={language}
        onChange={(_, chosen: typeof language) => choose(chosen)}
        aria-label={`Language of the example: ${example.title}`}
        sx={{ minHeight: '2.5rem', mb: 1.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {exampleLanguages.map((one) => (
          <Tab
            key={one}
            id={`${id}-${one}`}
            aria-controls={`${id}-panel`}
            value={one}
            label={languageLabels[one]}
            sx={{ minHeight: '2.5rem', minWidth: '4.5rem', py: 1 }}
          />
        ))}
      </Tabs>
      <Box id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${language}`}>
        <CodeBlock key={`${example.name}-${language}`} label={`${example.title}, in ${label}`} code={example.code[language]} />
        {run !== null && (
          <Typography variant="caption" component="p" sx={{ m: 0, mt: 1, color: 'text.secondary' }}>
            Run it with <Code>{run}</Code>. It needs nothing else installed.
          </Typography>
        )}
      </Box>
    </Box>
  );
}
