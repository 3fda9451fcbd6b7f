/** The language all examples of the article are shown in: whoever chooses one, chooses it for the page. */
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
