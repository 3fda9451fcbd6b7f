import { ApiDocs } from '../../features/api-docs/api-docs.tsx';

export function ApiDocsPage() {
  return <ApiDocs />;
}
