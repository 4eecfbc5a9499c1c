import { useMemo, useState, type KeyboardEvent } from 'react';
import {
  Autocomplete,
  Collection,
  Header,
  Input,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  SearchField,
  Text,
} from 'react-aria-components';
import { commands as m } from '../../../i18n/en/commands.ts';
import { levels } from '../../../i18n/en/levels.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { selectCluster } from '../../../views/clusterModel.ts';
import { STAGE_LEVELS } from '../../../views/levels/stageLevels.ts';
import { useSimulation, useStageViewStore } from '../../../views/SimulationContext.tsx';
import { commandsOfCluster, commandsOfText, matching, thingsToFind, type LabCommand } from './labCommands.ts';
import { entriesByVerb, sectionsOf, type EntryOfVerb, type PaletteEntry } from './paletteEntries.ts';

export interface CommandPaletteProps {
  /** Deeds of the page: forms, dialogs, ways in time. */
  readonly pageCommands: readonly PaletteEntry[];
  /** Only what can be looked at. */
  readonly isFinding?: boolean;
  readonly onClose: () => void;
}

/** The others are found by their names. */
const MOST_SHOWN = 150;

/** So far an error that has not come yet is waited for. */
const LOOK_FURTHER_US = 600_000_000;

/** Everything that can be done here, in short; a deed that needs something to be done to asks for it in a second step. */
export function CommandPalette({ pageCommands, isFinding = false, onClose }: CommandPaletteProps) {
  const { stage } = useMessages();
  const simulation = useSimulation();
  const [text, setText] = useState('');
  const [step, setStep] = useState<PaletteEntry | null>(null);
  // As it is when the palette is opened: a list that changes under the fingers is hard to use.
  const [state] = useState(() => simulation.store.getState());
  const cluster = selectCluster(state.entities);
  const runOf = useDeeds();
  const panels = usePanelEntries();
  const withRun = (command: LabCommand): EntryOfVerb => ({ ...command, run: () => runOf(command) });

  const known = useMemo(
    () => (isFinding ? thingsToFind(stage, cluster) : commandsOfCluster(stage, cluster, state.marks)),
    [isFinding, stage, cluster, state.marks],
  );
  const own = known.map(withRun);
  const places = isFinding ? [] : [...pageCommands, ...panels];
  const asWritten = step === null && !isFinding ? commandsOfText(text, cluster, known).map(withRun) : [];
  const isAsked = text.trim() !== '';
  const lines = shownLines();
  function shownLines(): readonly PaletteEntry[] {
    if (step !== null) return isAsked ? matching(step.of ?? [], text) : (step.of ?? []);
    if (isFinding)
      return isAsked
        ? matching(own, text)
        : entriesByVerb(own, m.more).flatMap(({ of, ...one }) => of ?? [one]);
    const short = [...places, ...entriesByVerb(own, m.more)];
    // By its name everything is found, also what is a step away.
    return isAsked ? [...asWritten, ...matching([...short, ...placesOf(places), ...own], text)] : short;
  }
  const shown = distinct(lines).slice(0, MOST_SHOWN);
  const sections = sectionsOf(shown, isAsked ? 'found' : 'fixed');
  const act = (id: string | number) => {
    const entry = shown.find((one) => one.id === id);
    if (entry?.of !== undefined) {
      setStep(entry);
      setText('');
      return;
    }
    onClose();
    entry?.run?.();
  };
  const back = () => {
    setStep(null);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (step === null || text !== '' || event.key !== 'Backspace') return;
    event.preventDefault();
    back();
  };
  return (
    <Dialog title={step === null ? (isFinding ? m.findTitle : m.title) : step.label} isOpen onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <div className="mb-2 flex items-center gap-1">
          {step !== null && <IconButton icon="back" label={m.back} onPress={back} />}
          <SearchField
            key={step?.id ?? ''}
            aria-label={isFinding ? m.findLabel : m.label}
            // The reader asked for this dialog in order to type.
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className="min-w-0 flex-1"
          >
            <Input
              placeholder={isFinding ? m.findPlaceholder : step === null ? m.placeholder : ''}
              onKeyDown={onKeyDown}
              className="h-10 w-full rounded-button border border-control bg-surface px-3 text-[14px] text-ink pointer-coarse:h-11"
            />
          </SearchField>
        </div>
        <ScrollBox label={m.list} className="-mx-2 h-[46vh] overflow-y-auto">
          <Menu
            aria-label={step?.label ?? m.list}
            items={sections}
            className="outline-none"
            renderEmptyState={() => (
              <p className="px-2 py-3 text-ink-3">{isFinding ? m.noneToFind : m.none}</p>
            )}
            onAction={act}
          >
            {({ id, entries }) => (
              <MenuSection id={`group ${id}`} className="pb-2">
                {step === null && !isFinding ? (
                  <Header className="type-label px-2 pt-1.5 pb-1">{m.groups[id]}</Header>
                ) : (
                  <Header className="sr-only">{step?.label ?? m.findTitle}</Header>
                )}
                <Collection items={entries}>{(entry) => <Line entry={entry} />}</Collection>
              </MenuSection>
            )}
          </Menu>
        </ScrollBox>
      </Autocomplete>
    </Dialog>
  );
}

function Line({ entry }: { readonly entry: PaletteEntry }) {
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className="flex min-h-8 items-center gap-3 rounded-[6px] px-2 text-[13px] text-ink outline-none focus:bg-accent-tint pointer-coarse:min-h-11"
    >
      <Text slot="label" className="min-w-0 flex-1 truncate">
        {entry.label}
      </Text>
      {entry.keys !== undefined && <Keyboard>{entry.keys}</Keyboard>}
      {entry.of !== undefined && (
        <span className="text-ink-3">
          <Icon name="next" size={13} />
        </span>
      )}
    </MenuItem>
  );
}

/** What a step of the page holds. */
function placesOf(places: readonly PaletteEntry[]): readonly PaletteEntry[] {
  return places.flatMap(({ of }) => of ?? []);
}

function distinct(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  return [...new Map(entries.toReversed().map((entry) => [entry.id, entry])).values()].toReversed();
}

/** Panels and levels of the stage. */
function usePanelEntries(): readonly PaletteEntry[] {
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

/** Carries out what a line says. */
function useDeeds(): (command: LabCommand) => void {
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
