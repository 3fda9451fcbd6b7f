import { useParams } from 'react-router-dom';
import { AlertUnsubscription } from '../../features/alerts/alert-unsubscription.tsx';

export function AlertUnsubscriptionPage() {
  const { token = '' } = useParams();
  return <AlertUnsubscription key={token} token={token} />;
}
