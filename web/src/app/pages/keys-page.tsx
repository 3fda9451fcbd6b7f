import { ApiKeys } from '../../features/api-keys/api-keys.tsx';

export function KeysPage() {
  return <ApiKeys />;
}
