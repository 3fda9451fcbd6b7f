/** The language of all examples in the article: choosing it for one example chooses it for the page. */
import type { ExampleLanguage } from '@leadloom/shared/reference/examples/example';
import { create } from 'zustand';

interface ChosenLanguage {
  readonly language: ExampleLanguage;
  readonly choose: (language: ExampleLanguage) => void;
}

export const useChosenLanguage = create<ChosenLanguage>()((set) => ({
  language: 'curl',
  choose: (language) => set({ language }),
}));
