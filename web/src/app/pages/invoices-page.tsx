import { Invoices } from '../../features/invoices/invoices.tsx';

export function InvoicesPage() {
  return <Invoices />;
}
