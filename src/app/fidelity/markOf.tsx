import type { ReactNode } from 'react';
import { FidelityMark } from './FidelityMark.tsx';

/** For views, which know nothing of how true to Kafka things are: what to put beside the name of a config. */
export function markOf(control: string): ReactNode {
  return <FidelityMark control={control} />;
}
