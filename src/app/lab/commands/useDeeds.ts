import { commands as m } from '../../../i18n/en/commands.ts';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useSimulation, useStageViewStore } from '../../../views/SimulationContext.tsx';
import type { LabCommand } from './labCommands.ts';

/** So far an error that has not come yet is waited for. */
const LOOK_FURTHER_US = 600_000_000;

/** Carries out what a line says. */
export function useDeeds(): (command: LabCommand) => void {
  const simulation = useSimulation();
  const view = useStageViewStore();
  return ({ deed, label }) => {
    switch (deed.kind) {
      case 'apply':
        void simulation.apply(deed.body).then(() => announce(m.done(label)));
        return;
      case 'seek':
        simulation.pause();
        void simulation.seek({ timeUs: deed.timeUs, after: 0 });
        return;
      case 'runToError':
        simulation.pause();
        void simulation
          .advanceUntil(
            { event: 'ProduceRefused', where: { error: deed.error } },
            simulation.store.getState().nowUs + LOOK_FURTHER_US,
          )
          .then((isReached) => {
            if (!isReached) announce(m.notReached(deed.error));
          });
        return;
      case 'inspect':
        view.setState(({ folded }) => ({
          focused: deed.key,
          inspected: deed.key,
          folded: { ...folded, panels: false },
        }));
        return;
      case 'topic':
        view.setState({
          level: 'topic',
          backTo: null,
          dashboard: false,
          partition: deed.partition,
          end: null,
        });
        return;
      case 'partition':
        view.setState({
          level: 'partition',
          backTo: null,
          dashboard: false,
          partition: deed.name,
          end: null,
        });
    }
  };
}
