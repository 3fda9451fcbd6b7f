import {
  type ApiExample,
  type ExampleLanguage,
  exampleLanguages,
  languageLabels,
  runCommand,
} from '@leadloom/shared/reference/examples/example';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { create } from 'zustand';
import { TabList } from '../../components/tab-list.tsx';
import { Code } from './code.tsx';
import { CodeBlock } from './code-block.tsx';

interface ChosenLanguage {
  readonly language: ExampleLanguage;
  readonly choose: (language: ExampleLanguage) => void;
}

/** The language of all examples in the article: choosing it for one example chooses it for the page. */
const useChosenLanguage = create<ChosenLanguage>()((set) => ({
  language: 'curl',
  choose: (language) => set({ language }),
}));

/** The same call in each language, with the address of this server. */
export function ExampleTabs({ example }: { readonly example: ApiExample }) {
  const { language, choose } = useChosenLanguage();
  const id = useId();
  const label = languageLabels[language];
  const run = runCommand(example.name, language);
  return (
    <Box>
      <Box sx={{ mb: 1.5 }}>
        <TabList
          label={`Language of the example: ${example.title}`}
          tabs={exampleLanguages.map((one) => ({
            value: one,
            id: `${id}-${one}`,
            controls: `${id}-panel`,
            text: languageLabels[one],
          }))}
          value={language}
          onChange={choose}
        />
      </Box>
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
