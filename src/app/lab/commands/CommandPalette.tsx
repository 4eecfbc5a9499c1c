import { useMemo, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { commands as m } from '../../../i18n/en/commands.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { selectCluster } from '../../../views/clusterModel.ts';
import { useSimulation, useStageViewStore, type PanelName } from '../../../views/SimulationContext.tsx';
import { commandsOfCluster, commandsOfText, matching, type LabDeed } from './labCommands.ts';

/** A deed of the page: a form, a dialog, a way in time. */
export interface PageCommand {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

export interface CommandPaletteProps {
  readonly pageCommands: readonly PageCommand[];
  readonly onClose: () => void;
}

/** So far an error that has not come yet is waited for. */
const LOOK_FURTHER_US = 600_000_000;

/** Everything that can be done here, by its name. */
export function CommandPalette({ pageCommands, onClose }: CommandPaletteProps) {
  const { stage, app } = useMessages();
  const simulation = useSimulation();
  const view = useStageViewStore();
  const [text, setText] = useState('');
  // As it is when the palette is opened: a list that changes under the fingers is hard to use.
  const [state] = useState(() => simulation.store.getState());
  const cluster = selectCluster(state.entities);

  const carryOut = (deed: LabDeed, label: string) => {
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
        view.setState({ focused: deed.key, inspected: deed.key });
        return;
      case 'partition':
        view.setState({ partition: deed.name });
    }
  };
  const showPanel = (panel: PanelName) => view.setState({ panel });
  const known = commandsOfCluster(stage, cluster, state.marks);
  const own: PageCommand[] = [...commandsOfText(text, cluster, known), ...known].map(
    ({ id, label, deed }) => ({
      id,
      label,
      run: () => carryOut(deed, label),
    }),
  );
  const panels = useMemo(
    () =>
      (
        [
          ['now', app.lesson.panelNow],
          ['ledger', app.lesson.panelLedger],
          ['metrics', app.lesson.panelMetrics],
          ['metadata', app.lesson.panelMetadata],
          ['storage', app.lesson.panelStorage],
          ['producers', app.lesson.panelProducers],
          ['transactions', app.lesson.panelTransactions],
          ['groups', app.lesson.panelGroups],
        ] as const
      ).map(([panel, label]) => ({ id: `panel ${panel}`, label: m.showPanel(label), panel })),
    [app],
  );
  const said = new Set(commandsOfText(text, cluster, known).map(({ id }) => id));
  const everything: PageCommand[] = [
    ...pageCommands,
    ...own.filter(({ id }) => !said.has(id)),
    ...panels.map(({ id, label, panel }) => ({ id, label, run: () => showPanel(panel) })),
  ];
  const shown = [...own.filter(({ id }) => said.has(id)), ...matching(everything, text)];
  return (
    <Dialog title={m.title} isOpen onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        {/* The reader asked for this dialog in order to type. */}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
        <SearchField aria-label={m.label} autoFocus className="mb-3">
          <Input
            placeholder={m.placeholder}
            className="h-10 w-full rounded-button border border-control bg-surface px-3 text-[14px] text-ink pointer-coarse:h-11"
          />
        </SearchField>
        <Menu
          aria-label={m.list}
          items={shown}
          className="h-[46vh] overflow-y-auto outline-none"
          renderEmptyState={() => <p className="px-2 py-3 text-ink-3">{m.none}</p>}
          onAction={(id) => {
            onClose();
            shown.find((command) => command.id === id)?.run();
          }}
        >
          {({ id, label }) => (
            <MenuItem
              id={id}
              textValue={label}
              className="flex min-h-8 items-center rounded-[6px] px-2.5 text-[13px] text-ink outline-none focus:bg-accent-tint pointer-coarse:min-h-11"
            >
              {label}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
