import { memo } from 'react';
import { heatMap as m } from '../../i18n/en/heatMap.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { HeatView } from '../SimulationContext.tsx';
import { HEALTH_FILTERS, type HealthFilter } from './clusterHealth.ts';
import { HEAT_MODES } from './heatSteps.ts';

export interface HeatHeadProps extends Readonly<Record<HealthFilter, number>> {
  readonly heat: HeatView;
  readonly setHeat: (part: Partial<HeatView>) => void;
  readonly groupIds: readonly string[];
}

/** How the cluster is looked at, and what is counted of it. Apart, and of numbers: figures beside it change far more often. */
export const HeatHead = memo(function HeatHead({ heat, setHeat, groupIds, ...counts }: HeatHeadProps) {
  const { mode, order, arrangement, filter } = heat;
  const group = groupIds.find((groupId) => groupId === heat.group) ?? groupIds[0];
  return (
    <div className="hw-heat-head">
      <Segments
        label={m.modeLabel}
        value={mode}
        onChange={(next) => setHeat({ mode: next })}
        segments={HEAT_MODES.map((value) => ({
          value,
          label: m.modes[value],
          // Where nobody reads in a group there is no lag of one.
          isDisabled: value === 'groupLag' && group === undefined,
        }))}
      />
      {mode === 'groupLag' && group !== undefined && (
        <SelectField
          label={m.group}
          hideLabel
          value={group}
          options={groupIds.map((groupId) => ({ value: groupId, label: groupId }))}
          onChange={(next) => setHeat({ group: next })}
        />
      )}
      <Segments
        label={m.arrangement}
        value={arrangement}
        onChange={(next) => setHeat({ arrangement: next })}
        segments={(['brokers', 'topics'] as const).map((value) => ({
          value,
          label: m.arrangements[value],
        }))}
      />
      <button
        type="button"
        className="hw-heat-filter"
        data-none
        aria-pressed={order === 'worst'}
        onClick={() => setHeat({ order: order === 'worst' ? 'topic' : 'worst' })}
      >
        {m.worstFirst}
      </button>
      <span className="hw-heat-filters">
        {HEALTH_FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            className="hw-heat-filter"
            data-kind={one}
            data-none={counts[one] === 0 || undefined}
            aria-pressed={filter === one}
            onClick={() => setHeat({ filter: filter === one ? null : one })}
          >
            <span aria-hidden="true">{one === 'underReplicated' ? '▾' : '✕'}</span>
            {m.filters[one](counts[one])}
          </button>
        ))}
      </span>
    </div>
  );
});
