import { timeline } from '../../i18n/en/timeline.ts';
import { SelectField } from '../../ui/fields.tsx';
import { STEP_UNITS, useStageView, useStageViewStore, type StepUnit } from '../SimulationContext.tsx';

/** What one press of the step buttons goes over. */
export function StepChoice() {
  const view = useStageViewStore();
  const stepBy = useStageView((state) => state.stepBy);
  return (
    <SelectField
      label={timeline.stepBy}
      hideLabel
      value={stepBy}
      onChange={(value) => view.setState({ stepBy: value as StepUnit })}
      options={STEP_UNITS.map((unit) => ({ value: unit, label: timeline.stepUnits[unit] }))}
      className="w-[130px] shrink-0"
    />
  );
}
