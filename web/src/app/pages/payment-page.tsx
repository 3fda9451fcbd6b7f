import { Payment } from '../../features/payment/payment.tsx';

export function PaymentPage() {
  return <Payment />;
}
