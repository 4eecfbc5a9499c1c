import { useChangedInStep } from '../useChangedInStep.ts';

export function FactValue({ value }: { readonly value: string }) {
  const hasChanged = useChangedInStep(value);
  return <dd className={`hw-mono text-right ${hasChanged ? 'hw-changed pl-2' : ''}`}>{value}</dd>;
}
