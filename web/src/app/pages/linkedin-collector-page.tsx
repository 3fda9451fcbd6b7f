import { Collector } from '../../features/collector/collector.tsx';

export function LinkedinCollectorPage() {
  return <Collector />;
}
