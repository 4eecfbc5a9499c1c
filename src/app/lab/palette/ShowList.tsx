import { commands as m } from '../../../i18n/en/commands.ts';
import { levels } from '../../../i18n/en/levels.ts';
import { Button } from '../../../ui/Button.tsx';
import type { IconName } from '../../../ui/icons.tsx';
import type { SimulationState } from '../../../state/Simulation.ts';
import { selectCluster } from '../../../views/clusterModel.ts';
import { shownLevel, STAGE_LEVELS, type StageLevel } from '../../../views/levels/stageLevels.ts';
import { usePanelFacts, useStageView, useStageViewStore } from '../../../views/SimulationContext.tsx';
import { LEVEL_ICONS, useStageEntries } from '../commands/useStageEntries.ts';

function sizeOf({ entities }: SimulationState) {
  const { brokers, partitions } = selectCluster(entities);
  return {
    brokers: brokers.length,
    partitions: partitions.filter(({ topic }) => !topic.startsWith('__')).length,
  };
}

/** From where the stage looks at the cluster, and what stands in its place or beside it. */
export function ShowList() {
  const view = useStageViewStore();
  const size = usePanelFacts(sizeOf);
  const level = shownLevel(
    useStageView((state) => state.level),
    size,
  );
  const isDashboard = useStageView((state) => state.dashboard);
  const isOutline = useStageView((state) => state.outlineVisible);
  const show = useStageEntries().find(({ id }) => id === 'verb level')?.of ?? [];
  const runOf = (one: StageLevel) => show.find(({ id }) => id === `level ${one}`)?.run;
  return (
    <ul className="-mx-2 flex flex-col">
      {STAGE_LEVELS.map((one) => (
        <Line
          key={one}
          icon={LEVEL_ICONS[one]}
          label={levels.names[one]}
          heard={m.showLevel(levels.names[one])}
          isShown={!isDashboard && level === one}
          onPress={() => runOf(one)?.()}
        />
      ))}
      <Line
        icon="text"
        label={m.shown.outline}
        heard={m.outline}
        keys="O"
        isShown={isOutline}
        onPress={() => view.setState({ outlineVisible: !isOutline })}
      />
      <Line
        icon="clock"
        label={m.shown.dashboard}
        heard={m.dashboard}
        isShown={isDashboard}
        onPress={() => view.setState({ dashboard: !isDashboard })}
      />
    </ul>
  );
}

interface LineProps {
  readonly icon: IconName;
  readonly label: string;
  readonly heard: string;
  readonly keys?: string;
  readonly isShown: boolean;
  readonly onPress: () => void;
}

function Line({ icon, label, heard, keys, isShown, onPress }: LineProps) {
  return (
    <li className="flex flex-col">
      <Button
        icon={icon}
        variant="ghost"
        aria-label={heard}
        aria-pressed={isShown}
        className={`!justify-start !px-2 ${isShown ? '!bg-sunken !font-[620]' : ''}`}
        onPress={onPress}
      >
        <span className="min-w-0 flex-1 truncate text-left">{label}</span>
        {keys !== undefined && <kbd>{keys}</kbd>}
      </Button>
    </li>
  );
}
