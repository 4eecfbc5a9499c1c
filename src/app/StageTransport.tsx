import { Transport } from './pieces.tsx';

export function StageTransport() {
  return <Transport />;
}
