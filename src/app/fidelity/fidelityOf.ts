import { fidelityMarks, type ControlMark } from 'virtual:fidelity-marks';

/** What the ledger says of a control (`acks`, `CutPower`, `consumer group` …); null if no rule concerns it. */
export function fidelityOf(control: string): ControlMark | null {
  return Object.hasOwn(fidelityMarks, control) ? (fidelityMarks[control] ?? null) : null;
}
