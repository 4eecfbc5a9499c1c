import { memo } from 'react';
import { levels as m } from '../../i18n/en/levels.ts';
import { Segments } from '../../ui/Segments.tsx';
import { useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import { useStageViewStore } from '../SimulationContext.tsx';
import './levels.css';
import { fartherLevel, nearerLevel, STAGE_LEVELS, type StageLevel } from './stageLevels.ts';

interface LevelSwitchProps {
  readonly level: StageLevel;
  readonly isNarrow: boolean;
}

/** All levels of the stage in one place. What is selected stays selected. The stage is drawn with every frame, and this is not. */
export const LevelSwitch = memo(function LevelSwitch({ level, isNarrow }: LevelSwitchProps) {
  const view = useStageViewStore();
  const choose = (next: StageLevel) => view.setState({ level: next, backTo: null });
  const { title, farther, nearer } = m.keys;
  const go = (keys: string, key: string, label: string, next: StageLevel): Shortcut => ({
    keys,
    label,
    match: (event) =>
      event.key === key && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey,
    run: () => view.setState({ level: next, backTo: null, takesFocus: next !== level }),
  });
  useShortcuts(title, [
    go('Alt+↑', 'ArrowUp', farther, fartherLevel(level)),
    go('Alt+↓', 'ArrowDown', nearer, nearerLevel(level)),
  ]);
  if (isNarrow)
    return (
      <div className="hw-levels">
        <select
          aria-label={m.label}
          className="hw-levels-select"
          value={level}
          onChange={(event) => choose(STAGE_LEVELS.find((one) => one === event.target.value) ?? level)}
        >
          {STAGE_LEVELS.map((one) => (
            <option key={one} value={one}>
              {m.names[one]}
            </option>
          ))}
        </select>
      </div>
    );
  return (
    <div className="hw-levels">
      <Segments
        label={m.label}
        value={level}
        onChange={choose}
        segments={STAGE_LEVELS.map((value) => ({ value, label: m.names[value] }))}
      />
    </div>
  );
});
