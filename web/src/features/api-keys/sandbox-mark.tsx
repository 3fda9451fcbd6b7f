import { kindOfKey } from '@leadloom/shared/contract/keys';
import { Tag } from '../../components/tag.tsx';

/** Marks a key that returns sample rows; live keys need no mark. */
export function SandboxMark({ prefix }: { readonly prefix: string }) {
  return kindOfKey(prefix) === 'test' ? <Tag tone="info">Sandbox</Tag> : null;
}
