import { commands as m } from '../../../i18n/en/commands.ts';
import { levels } from '../../../i18n/en/levels.ts';
import type { IconName } from '../../../ui/icons.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { STAGE_LEVELS, type StageLevel } from '../../../views/levels/stageLevels.ts';
import { useStageViewStore } from '../../../views/SimulationContext.tsx';
import type { PaletteEntry } from './paletteEntries.ts';

export const LEVEL_ICONS: Readonly<Record<StageLevel, IconName>> = {
  heat: 'dots',
  cluster: 'broker',
  topic: 'topic',
  partition: 'topic',
  groups: 'consumer',
  transactions: 'transaction',
  quorum: 'controller',
  requests: 'queue',
  spaceTime: 'compare',
  events: 'text',
};

/** Panels and levels of the stage. */
export function useStageEntries(): readonly PaletteEntry[] {
  const { lesson } = useMessages().app;
  const view = useStageViewStore();
  const panels = [
    ['now', lesson.panelNow],
    ['ledger', lesson.panelLedger],
    ['metrics', lesson.panelMetrics],
    ['metadata', lesson.panelMetadata],
    ['storage', lesson.panelStorage],
    ['producers', lesson.panelProducers],
    ['transactions', lesson.panelTransactions],
    ['groups', lesson.panelGroups],
  ] as const;
  return [
    {
      id: 'verb level',
      label: m.more(m.verbs.level),
      group: 'show',
      of: STAGE_LEVELS.map((level) => ({
        id: `level ${level}`,
        label: m.showLevel(levels.names[level]),
        icon: LEVEL_ICONS[level],
        group: 'show',
        run: () => view.setState({ level, backTo: null, dashboard: false, takesFocus: true }),
      })),
    },
    {
      id: 'verb panel',
      label: m.more(m.verbs.panel),
      group: 'show',
      of: panels.map(([panel, label]) => ({
        id: `panel ${panel}`,
        label: m.showPanel(label),
        group: 'show',
        run: () => view.setState(({ folded }) => ({ panel, folded: { ...folded, panels: false } })),
      })),
    },
  ];
}
