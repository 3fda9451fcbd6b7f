import { useParams } from 'react-router-dom';
import { ErasureConfirmation } from '../../features/erasure/erasure-confirmation.tsx';

export function ErasureConfirmationPage() {
  const { code = '' } = useParams();
  return <ErasureConfirmation key={code} code={code} />;
}
