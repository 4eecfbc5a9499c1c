import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Instant } from '../../bridge/EngineApi.ts';
import type { LinkedFiles, LinkPlace } from '../../link/SharedLink.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { createFutures, type FutureKeeper } from '../../state/futures/createFutures.ts';
import { firstFuture, futureOf, openFutureOf } from '../../state/futures/futures.ts';
import type { SavedLab } from '../../state/labStore.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { InspectorDetails } from '../../views/inspector/InspectorDetails.ts';
import {
  SimulationProvider,
  usePanelState,
  useStageView,
  useStageViewStore,
  type FoldedParts,
} from '../../views/SimulationContext.tsx';
import { ConfigMark } from '../../views/topic/ConfigMark.ts';
import { EMBEDDED } from '../embed.ts';
import { markOf } from '../fidelity/markOf.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { Inspector } from '../pieces.tsx';
import { ShareDialog, useShare } from '../share.tsx';
import { toggleRoom } from '../room/toggleRoom.ts';
import { StageArea } from '../StageArea.tsx';
import { StageLayout } from '../StageLayout.tsx';
import { StagePanels } from '../StagePanels.tsx';
import { StageTransport, UNDO_KEYS } from '../StageTransport.tsx';
import { useKeptView, useOwnSimulation } from '../useOwnSimulation.ts';
import { commands } from '../../i18n/en/commands.ts';
import { commandLine } from '../../i18n/en/commandLine.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import type { TextMemory } from './editor/textMemory.ts';
import { FilesOfBroker } from '../microscope/FilesOfBroker.tsx';
import type { Replica } from '../microscope/MicroscopeScreen.tsx';
import { useMicroscopeKey } from '../microscope/useMicroscopeKey.ts';
import { BUILD_FORMS, groupOfForm, type BuildForm } from './build/forms.ts';
import { useLabEdits } from './build/useLabEdits.ts';
import type { ComparePair } from './compare/CompareSide.ts';
import { stepOf, type PaletteEntry } from './commands/paletteEntries.ts';
import { dropComparison, keepComparison, readComparison } from './compare/keptComparison.ts';
import { sideOf } from './compare/sideOf.ts';
import { takeAway } from '../../i18n/en/takeAway.ts';
import { playedScenario } from './downloads.ts';
import { LabNotices } from './LabNotices.tsx';
import { LabPalette, OPEN_TEXT_ID } from './LabPalette.tsx';
import { labSession } from './labSession.ts';
import { loadPreset } from './loadPreset.ts';
import { FIRST_INSTANT, FIRST_PRESET_ID } from './presets.ts';
import { futureName } from './futures/futureName.ts';
import { linkedFutures } from './futures/futuresOfLink.ts';
import { useForkKey } from './futures/useForkKey.ts';
import { keepBookmarks, useKeptBookmarks } from './keptBookmarks.ts';
import { openInLab } from './shelf/labShelf.ts';
import { createDeedsOnStage } from './palette/deedsOnStage.ts';
import { useDeedDrop } from './drag/useDeedDrop.ts';
import { FoldButton, UnfoldButton } from './FoldButton.tsx';
import { keyOfForm, useBuildKeys } from './useBuildKeys.ts';
import { FOLD_KEYS, usePlaceKeys } from './usePlaceKeys.ts';
import { savedFutures, useLabSaving } from './useLabSaving.ts';

const MicroscopeScreen = lazy(async () => ({
  default: (await import('../microscope/MicroscopeScreen.tsx')).MicroscopeScreen,
}));
const TakeAwayDialog = lazy(async () => ({ default: (await import('./TakeAwayDialog.tsx')).TakeAwayDialog }));
const ScenarioDialog = lazy(async () => ({ default: (await import('./ScenarioDialog.tsx')).ScenarioDialog }));
const TextPanel = lazy(async () => ({ default: (await import('./editor/TextPanel.tsx')).TextPanel }));
const TextDialog = lazy(async () => ({ default: (await import('./editor/TextDialog.tsx')).TextDialog }));
const BuildDialog = lazy(async () => ({ default: (await import('./build/BuildDialog.tsx')).BuildDialog }));
const InspectorConfigs = lazy(async () => ({
  default: (await import('./InspectorConfigs.tsx')).InspectorConfigs,
}));
const CommandLinePanel = lazy(async () => ({
  default: (await import('./commandLine/CommandLinePanel.tsx')).CommandLinePanel,
}));
const EntityTools = lazy(async () => ({
  default: (await import('./commandLine/EntityTools.tsx')).EntityTools,
}));
const ClusterDialog = lazy(async () => ({ default: (await import('./ClusterDialog.tsx')).ClusterDialog }));
const FuturesStrip = lazy(async () => ({
  default: (await import('./futures/FuturesStrip.tsx')).FuturesStrip,
}));
const TimeDock = lazy(async () => ({ default: (await import('./dock/TimeDock.tsx')).TimeDock }));
const CompareScreen = lazy(async () => ({
  default: (await import('./compare/CompareScreen.tsx')).CompareScreen,
}));
const CompareDialog = lazy(async () => ({
  default: (await import('./compare/CompareDialog.tsx')).CompareDialog,
}));
const CommandPalette = lazy(async () => ({
  default: (await import('./commands/CommandPalette.tsx')).CommandPalette,
}));
const ShelfDialog = lazy(async () => ({ default: (await import('./shelf/ShelfDialog.tsx')).ShelfDialog }));
const PasteDialog = lazy(async () => ({ default: (await import('./PasteDialog.tsx')).PasteDialog }));

export interface LabScreenProps {
  /** What to begin with; null: a ready cluster. Read once. */
  readonly start: SavedLab | null;
  /** What happens here is kept by this browser. */
  readonly keeps: boolean;
  /** Files that are looked into once it has been replayed. */
  readonly files?: LinkedFiles | null;
  /** Two runs that stand side by side at first, in place of the stage; null: none. */
  readonly pair?: ComparePair | null;
  /** Stands over the stage. */
  readonly banner?: ReactNode;
  /** Told of the simulation once what it begins with has been replayed. */
  readonly onStarted?: (simulation: Simulation) => void;
}

export function LabScreen({ start, keeps, files = null, pair = null, banner, onStarted }: LabScreenProps) {
  const simulation = useOwnSimulation();
  const [first] = useState(start);
  const [told] = useState(() => onStarted);
  const [firstFiles] = useState(files);
  const [lookedAt, setLookedAt] = useState<LinkedFiles | null>(null);
  const [firstPair] = useState(pair);
  const [keeper, setKeeper] = useState<FutureKeeper | null>(null);
  const keptView = useKeptView();
  useEffect(() => {
    if (simulation === null) return undefined;
    let created: FutureKeeper | null = null;
    void (async () => {
      const { scenario, commands, instant, futures = null } = first ?? (await readyLab());
      const loaded = simulation.load(scenario, commands, instant);
      // The store has the scenario from here on: the page says its name and nothing before.
      created = createFutures(simulation, futures ?? firstFuture({ scenario, commands, instant }));
      setKeeper(created);
      await loaded;
      if (firstFiles) setLookedAt(firstFiles);
      told?.(simulation);
    })();
    return () => created?.dispose();
  }, [simulation, first, firstFiles, told]);
  useLabSaving(simulation, keeper, keeps);
  useKeptBookmarks(simulation, keeps);
  if (simulation === null || keeper === null) return null;
  return (
    <SimulationProvider simulation={simulation} {...keptView}>
      <LabBody
        simulation={simulation}
        keeper={keeper}
        banner={banner}
        keeps={keeps}
        pair={firstPair}
        lookedAt={lookedAt}
        setLookedAt={setLookedAt}
      />
    </SimulationProvider>
  );
}

/** A ready cluster, with something in its logs. */
async function readyLab(): Promise<SavedLab> {
  return { scenario: await loadPreset(FIRST_PRESET_ID), commands: [], instant: FIRST_INSTANT };
}

const LAB: LinkPlace = { kind: 'lab' };

type OpenDialog =
  | 'scenario'
  | 'paste'
  | 'compare'
  | 'shelf'
  | 'export'
  | 'commands'
  | 'find'
  | BuildForm
  | { readonly played: Scenario }
  | null;

/** From here on there is room for an inspector that always stands there. */
const ROOMY = '(min-width: 1320px)';
/** From here on the timeline stands with the futures, on one axis. */
const DOCKED = '(min-width: 720px)';
/** From here on there is room for the scenario as text beside the stage. */
const TEXT_BESIDE = '(min-width: 1024px)';

interface LabBodyProps {
  readonly simulation: Simulation;
  readonly keeper: FutureKeeper;
  readonly banner: ReactNode;
  readonly keeps: boolean;
  /** What is compared at first. */
  readonly pair: ComparePair | null;
  /** The files that stand over the stage; null: none. */
  readonly lookedAt: LinkedFiles | null;
  readonly setLookedAt: (files: LinkedFiles | null) => void;
}

function LabBody({ simulation, keeper, banner, keeps, pair, lookedAt, setLookedAt }: LabBodyProps) {
  const m = useMessages();
  const scenario = usePanelState((state) => state.scenario);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const view = useStageViewStore();
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  const [, navigate] = useLocation();
  const isRoomy = useMediaQuery(ROOMY);
  const isDocked = useMediaQuery(DOCKED) && !EMBEDDED;
  const areStripsFolded = useStageView(({ folded }) => folded.strips);
  const isTextBeside = useMediaQuery(TEXT_BESIDE);
  const [isTextOpen, setTextOpen] = useState(false);
  const [texts] = useState<TextMemory>(() => ({ keeps, last: null, found: null }));
  const openText = () => {
    setDialog(null);
    view.setState({ folded: { ...view.getState().folded, palette: false, panels: false } });
    setTextOpen(true);
  };
  // What stood side by side before a reload does so again.
  const [kept] = useState(() => (pair === null && keeps ? readComparison() : null));
  const [compared, setCompared] = useState(kept?.pair ?? pair);
  const [comparesFrom, setComparesFrom] = useState<Instant | null>(kept?.instant ?? null);
  const extras = useCallback(() => linkedFutures(keeper.now()), [keeper]);
  const share = useShare(
    simulation,
    lookedAt === null ? LAB : { kind: 'lab', files: lookedAt },
    undefined,
    extras,
  );
  const edits = useLabEdits(keeper);
  const fork = useCallback(() => void keeper.fork(), [keeper]);
  const stage = useRef<HTMLDivElement>(null);
  useForkKey(stage, fork);
  useShortcuts(m.app.keys.onThisScreen, [
    {
      keys: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K',
      label: m.lab.doAnything,
      match: (event) => (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k',
      whileTyping: true,
      // What is being filled in stays.
      run: () => setDialog((open) => open ?? 'commands'),
    },
  ]);
  usePlaceKeys(() => setDialog((open) => open ?? 'find'));
  useBuildKeys(stage, setDialog);
  const [deedsOnStage] = useState(createDeedsOnStage);
  const drop = useDeedDrop(setDialog, deedsOnStage.drop);
  const lookInto = useCallback(
    (replica: Replica) => setLookedAt({ ...replica, target: null }),
    [setLookedAt],
  );
  useMicroscopeKey(stage, lookInto);
  const inspectorDetails = useCallback(
    (key: string): ReactNode => (
      <Suspense fallback={null}>
        <FilesOfBroker entityKey={key} onOpen={lookInto} />
        <EntityTools key={`tools of ${key}`} entityKey={key} />
        <InspectorConfigs key={key} entityKey={key} />
      </Suspense>
    ),
    [lookInto],
  );
  const name =
    scenario.title ??
    m.lab.derivedName({
      topic: scenario.topics[0]?.name ?? null,
      brokers: scenario.brokers.length,
      racks: new Set(scenario.brokers.flatMap(({ rack }) => rack ?? [])).size,
    });

  const run = (next: Scenario, ignoredConfigs: readonly string[]) => {
    setDialog(null);
    setIgnored(ignoredConfigs);
    // They name moments of the run that goes.
    simulation.bookmarks.setState([], true);
    const { openAtUs } = next;
    const instant = openAtUs === null ? {} : { instant: { timeUs: openAtUs, after: 0 } };
    void edits.replace({ scenario: next, ...instant });
  };
  // While it is still being loaded, where it will stand.
  const standsAt = (): Instant => openFutureOf(keeper.now()).instant;
  const showPair = (next: ComparePair, from: Instant = standsAt()) => {
    simulation.pause();
    setDialog(null);
    setComparesFrom(from);
    setCompared(next);
  };
  const compare = (ids: { readonly a: string; readonly b: string } | null) => {
    const futures = keeper.now();
    const [a, b] = [ids?.a, ids?.b].map((id) => (id === undefined ? undefined : futureOf(futures, id)));
    if (a === undefined || b === undefined) setDialog('compare');
    else showPair({ a: sideOf(futures, a), b: sideOf(futures, b) });
  };
  const pageCommands = (): readonly PaletteEntry[] => {
    const futures = keeper.now();
    const others = futures.list
      .filter(({ id }) => id !== futures.open)
      .map((future) => ({ ...future, called: futureName(futures, future) }));
    const one = (
      group: PaletteEntry['group'],
      id: string,
      label: string,
      run: () => void,
      keys?: string,
    ) => ({
      id,
      label,
      group,
      run,
      ...(keys === undefined ? {} : { keys }),
    });
    const fold = (part: keyof FoldedParts, key: string) =>
      one(
        'show',
        `fold ${part}`,
        view.getState().folded[part] ? commands.unfold[part] : commands.foldAway[part],
        () => view.setState(({ folded }) => ({ folded: { ...folded, [part]: !folded[part] } })),
        key,
      );
    return [
      ...BUILD_FORMS.map((form) =>
        one(
          groupOfForm(form),
          form,
          m.lab.build.heard[form],
          () => setDialog(form),
          keyOfForm(form) ?? undefined,
        ),
      ),
      one('show', 'dashboard', commands.dashboard, () => view.setState({ dashboard: true })),
      one('show', 'outline', commands.outline, () => view.setState({ outlineVisible: true }), 'O'),
      ...FOLD_KEYS.map(({ part, key }) => fold(part, key)),
      one(
        'time',
        'play',
        commands.play,
        () => (simulation.playback.getState().playing ? simulation.pause() : simulation.play()),
        'Space',
      ),
      one('time', 'next', commands.nextEvent, () => void simulation.stepInteresting(), '.'),
      one('time', 'back', commands.previousMark, () => void simulation.stepBack(), ','),
      one('time', 'start', commands.toStart, () => void simulation.seek({ timeUs: 0, after: 0 })),
      one(
        'time',
        'pacing',
        commands.pacing,
        () => simulation.setPacing(simulation.playback.getState().pacing === 'event' ? 'steady' : 'event'),
        'E',
      ),
      one('time', 'bookmarks', commands.bookmarks, () => view.setState({ bookmarksOpen: true }), 'S'),
      one('futures', 'fork', commands.fork, fork, 'F'),
      one('futures', 'undo', commands.undo, () => void edits.undo(), UNDO_KEYS),
      one('futures', 'redo', commands.redo, () => void edits.redo()),
      one('futures', 'compare', commands.compare, () => compare(null)),
      ...stepOf(
        'futures',
        commands.verbs.open,
        others.map(({ id, letter, called }) =>
          one('futures', `future ${id}`, commands.openFuture(letter, called), () => void keeper.open(id)),
        ),
      ),
      ...stepOf(
        'futures',
        commands.verbs.compareWith,
        others.map(({ id, letter, called }) =>
          one('futures', `compare ${id}`, commands.compareWith(letter, called), () =>
            compare({ a: id, b: futures.open }),
          ),
        ),
      ),
      one('scenario', 'scenario', m.lab.choose, () => setDialog('scenario')),
      one('scenario', 'text', m.lab.asText, openText),
      one('scenario', 'shelf', m.lab.shelf, () => setDialog('shelf')),
      one('scenario', 'paste', m.lab.paste, () => setDialog('paste')),
      one('scenario', 'restart', m.lab.restart, () => void edits.replace({ scenario })),
      one('scenario', 'cluster', m.lab.cluster.open, () => setDialog({ played: playedScenario(simulation) })),
      one('scenario', 'export', takeAway.open, () => setDialog('export')),
      one('scenario', 'share', share.action.label, () => share.action.run?.()),
      one('scenario', 'incidents', m.incidents.title, () => navigate('/incidents')),
      one('scenario', 'room', m.app.room.command, toggleRoom, 'Shift+R'),
    ];
  };
  const compareDialog = dialog === 'compare' && (
    <CompareDialog futures={keeper.now()} onCompare={showPair} onClose={() => setDialog(null)} />
  );
  if (compared !== null)
    return (
      <Suspense fallback={null}>
        <CompareScreen
          pair={compared}
          instant={comparesFrom ?? standsAt()}
          onPair={showPair}
          onChoose={() => setDialog('compare')}
          onMoment={(at, instant) => {
            if (keeps) keepComparison({ pair: at, instant });
          }}
          onClose={() => {
            if (keeps) dropComparison();
            setCompared(null);
            view.setState({ takesFocus: true });
          }}
        />
        {compareDialog}
      </Suspense>
    );
  const closeText = () => {
    setTextOpen(false);
    // It may stand where the button was that opened it.
    requestAnimationFrame(() => document.getElementById(OPEN_TEXT_ID)?.focus());
  };
  const textProps = {
    memory: texts,
    edits,
    onIgnored: (paths: readonly string[]) => setIgnored(paths.map((path) => m.scenario.ignoredConfig(path))),
    onClose: closeText,
  };
  const textPanel =
    isTextOpen && isTextBeside ? (
      <Suspense fallback={null}>
        <TextPanel {...textProps} />
      </Suspense>
    ) : null;
  if (lookedAt !== null)
    return (
      <PageFrame
        title={m.app.pageTitle(microscope.heading(lookedAt.partition, lookedAt.broker))}
        fill="always"
        crumb={{ parent: m.lab.title, title: microscope.title }}
        actions={[share.action]}
      >
        <Suspense fallback={null}>
          <MicroscopeScreen
            simulation={simulation}
            replica={lookedAt}
            target={lookedAt.target}
            onTarget={(target) => setLookedAt({ ...lookedAt, target })}
            onClose={() => {
              setLookedAt(null);
              view.setState({ takesFocus: true });
            }}
          />
        </Suspense>
        <ShareDialog share={share} />
      </PageFrame>
    );
  const palette = (
    <LabPalette
      name={name}
      keeps={keeps}
      onKeep={() => {
        openInLab(savedFutures(keeper));
        keepBookmarks(simulation);
        navigate('/lab');
      }}
      onChoose={() => setDialog('scenario')}
      onText={openText}
      onShelf={() => setDialog('shelf')}
      onPaste={() => setDialog('paste')}
      onIncidents={() => navigate('/incidents')}
      onRestart={() => void edits.replace({ scenario })}
      onRealCluster={() => setDialog({ played: playedScenario(simulation) })}
      onBuild={setDialog}
      onLookInto={lookInto}
      edits={edits}
      deedsOnStage={deedsOnStage}
    />
  );
  // With less room the text stands in place of the palette, whose heading it then has.
  const textForPalette = (
    <>
      <h1 className="sr-only">{m.lab.heading(name)}</h1>
      {textPanel}
    </>
  );
  return (
    <PageFrame
      title={m.app.pageTitle(m.lab.heading(name))}
      fill="always"
      crumb={{ parent: m.lab.title, title: name, chip: m.lab.seed(scenario.seed) }}
      actions={[
        { id: 'commands', label: m.lab.doAnything, icon: 'search', run: () => setDialog('commands') },
        { id: 'export', label: takeAway.open, icon: 'download', run: () => setDialog('export') },
        share.action,
      ]}
    >
      <ConfigMark value={markOf}>
        <InspectorDetails value={inspectorDetails}>
          <StageLayout
            kind="lab"
            textLabel={m.lab.palette}
            unfold={
              <>
                <UnfoldButton part="palette" />
                <UnfoldButton part="panels" />
              </>
            }
            text={textPanel !== null && !isRoomy ? textForPalette : palette}
            hasWideText={textPanel !== null && !isRoomy}
            hasWideSide={textPanel !== null}
            stage={
              <>
                <LabNotices ignored={ignored} onDismiss={() => setIgnored([])}>
                  {banner}
                </LabNotices>
                <div ref={stage} className="contents" {...drop} {...deedsOnStage.handlers}>
                  <StageArea variant={isRoomy && textPanel === null ? 'lab' : 'lesson'} hasLevels />
                </div>
              </>
            }
            panels={
              <StagePanels
                hasStripsElsewhere={isRoomy && !EMBEDDED}
                hasDashboardElsewhere={isDocked}
                fold={<FoldButton part="panels" />}
                more={{ label: commandLine.panel, panel: <CommandLinePanel /> }}
              />
            }
            transport={
              isDocked ? (
                <Suspense fallback={<div className={isRoomy ? 'h-[250px]' : 'h-[98px]'} />}>
                  <TimeDock
                    futures={keeper}
                    onFork={fork}
                    onCompare={compare}
                    onUndo={() => void edits.undo()}
                    onRedo={() => void edits.redo()}
                    hasMetrics={isRoomy}
                  />
                </Suspense>
              ) : (
                <>
                  {!EMBEDDED && !areStripsFolded && (
                    <Suspense fallback={<div className="h-8 border-b border-line" />}>
                      <FuturesStrip futures={keeper} onFork={fork} onCompare={compare} />
                    </Suspense>
                  )}
                  <StageTransport
                    onUndo={() => void edits.undo()}
                    onRedo={() => void edits.redo()}
                    showsPlans
                  />
                </>
              )
            }
            side={
              isRoomy
                ? (textPanel ?? (
                    <Suspense fallback={null}>
                      <Inspector />
                    </Suspense>
                  ))
                : undefined
            }
          />
        </InspectorDetails>
      </ConfigMark>
      <Suspense fallback={null}>
        {dialog === 'scenario' && (
          <ScenarioDialog
            memory={texts}
            onText={openText}
            onClose={() => setDialog(null)}
            onRun={(accepted) =>
              run(
                accepted.scenario,
                accepted.ignored.map(({ path }) => m.scenario.ignoredConfig(path)),
              )
            }
          />
        )}
        {isTextOpen && !isTextBeside && <TextDialog {...textProps} />}
        {compareDialog}
        {(dialog === 'commands' || dialog === 'find') && (
          <CommandPalette
            pageCommands={pageCommands()}
            isFinding={dialog === 'find'}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'shelf' && (
          <ShelfDialog
            name={name}
            current={() => ({ ...savedFutures(keeper), bookmarks: simulation.bookmarks.getState() })}
            onOpen={(lab) => {
              setDialog(null);
              // As it stands this very moment.
              if (keeps) labSession.save(savedFutures(keeper));
              openInLab(lab);
              navigate('/lab');
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'paste' && (
          <PasteDialog onClose={() => setDialog(null)} onRun={(imported) => run(imported, [])} />
        )}
        {dialog !== null && typeof dialog === 'object' && (
          <ClusterDialog scenario={dialog.played} onClose={() => setDialog(null)} />
        )}
        {dialog === 'export' && (
          <TakeAwayDialog
            simulation={simulation}
            place={LAB}
            name={name}
            extras={extras}
            onClose={() => setDialog(null)}
          />
        )}
        {typeof dialog === 'string' &&
          dialog !== 'scenario' &&
          dialog !== 'paste' &&
          dialog !== 'compare' &&
          dialog !== 'shelf' &&
          dialog !== 'export' &&
          dialog !== 'commands' &&
          dialog !== 'find' && <BuildDialog form={dialog} edits={edits} onClose={() => setDialog(null)} />}
      </Suspense>
      <ShareDialog share={share} />
    </PageFrame>
  );
}
