import { Code } from './code.tsx';

/** A sentence with names and values between backticks. */
export function RichText({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change their order
    index % 2 === 1 ? <Code key={index}>{part}</Code> : part,
  );
}
