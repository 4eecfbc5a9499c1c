import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { SimulationState } from '../../state/Simulation.ts';
import { usePanelFacts } from '../../views/SimulationContext.tsx';
import { UndoButton } from '../UndoButton.tsx';
import { microscope } from '../../i18n/en/microscope.ts';
import type { Replica } from '../microscope/MicroscopeScreen.tsx';
import { OpenMicroscope } from '../microscope/OpenMicroscope.tsx';
import type { BuildForm } from './build/forms.ts';
import type { LabEdits } from './build/useLabEdits.ts';
import { BuildDeeds } from './BuildDeeds.tsx';
import { FoldButton } from './FoldButton.tsx';
import { NotModelled } from './NotModelled.tsx';
import { plans } from '../../i18n/en/plans.ts';
import type { DeedsOnStage } from './palette/deedsOnStage.ts';
import { PlanDeeds } from './plans/PlanDeeds.tsx';
import { countContents, type Contents } from './countContents.ts';
import { PaletteSection } from './PaletteSection.tsx';
import { ProducerDeeds } from './ProducerDeeds.tsx';
import { TopicDeeds } from './TopicDeeds.tsx';

const DeedList = lazy(async () => ({ default: (await import('./palette/DeedList.tsx')).DeedList }));
const ShowList = lazy(async () => ({ default: (await import('./palette/ShowList.tsx')).ShowList }));
const OnYourCluster = lazy(async () => ({ default: (await import('./OnYourCluster.tsx')).OnYourCluster }));

const ADD = ['add'] as const;
const CHANGE = ['change', 'remove'] as const;

/** Where the focus goes when the text is closed. */
export const OPEN_TEXT_ID = 'open-scenario-text';

export interface LabPaletteProps {
  readonly name: string;
  /** What happens here is kept over a reload. */
  readonly keeps: boolean;
  /** Takes what is open over into the reader's own Lab. */
  readonly onKeep: () => void;
  readonly onChoose: () => void;
  /** The scenario as text beside the stage. */
  readonly onText: () => void;
  /** Scenarios of the reader's own. */
  readonly onShelf: () => void;
  readonly onPaste: () => void;
  readonly onIncidents: () => void;
  readonly onRestart: () => void;
  /** Files of the run for a cluster of the reader's own. */
  readonly onRealCluster: () => void;
  readonly onBuild: (form: BuildForm) => void;
  /** Shows the directory of a replica. */
  readonly onLookInto: (replica: Replica) => void;
  readonly edits: LabEdits;
  readonly deedsOnStage: DeedsOnStage;
}

/** What can be done to the cluster, without the picture. */
export function LabPalette({
  name,
  keeps,
  onKeep,
  onChoose,
  onText,
  onShelf,
  onPaste,
  onIncidents,
  onRestart,
  onRealCluster,
  onBuild,
  onLookInto,
  edits,
  deedsOnStage,
}: LabPaletteProps) {
  const { lab: m, metrics, incidents } = useMessages();
  const { onYourCluster } = metrics;
  return (
    <>
      <h1 className="sr-only">{m.heading(name)}</h1>
      <p className="type-row border-b border-line bg-sea px-4 py-2 text-ink-2 md:hidden">{m.onPhone}</p>
      {/* A phone is for watching and breaking, and says so above. */}
      <div className="max-md:hidden">
        <PaletteSection
          title={m.build.groups.add}
          action={
            <span className="flex">
              <UndoButton edits={edits} />
              <FoldButton part="palette" />
            </span>
          }
        >
          <BuildDeeds groups={ADD} onOpen={onBuild} />
        </PaletteSection>
      </div>
      <PaletteSection
        title={m.break}
        action={
          <span className="md:hidden">
            <UndoButton edits={edits} />
          </span>
        }
      >
        <Suspense fallback={null}>
          <DeedList group="break" onStage={deedsOnStage} />
        </Suspense>
      </PaletteSection>
      <PaletteSection title={m.show}>
        <Suspense fallback={null}>
          <ShowList />
        </Suspense>
      </PaletteSection>
      <PaletteSection title={m.scenario}>
        <ContentCounts />
        <div className="-mx-2 flex flex-col">
          <Button icon="edit" variant="ghost" className="!justify-start !px-2" onPress={onChoose}>
            {m.choose}
          </Button>
          <Button
            id={OPEN_TEXT_ID}
            icon="text"
            variant="ghost"
            className="!justify-start !px-2"
            onPress={onText}
          >
            {m.asText}
          </Button>
          <Button icon="open" variant="ghost" className="!justify-start !px-2" onPress={onShelf}>
            {m.shelf}
          </Button>
          <Button icon="paste" variant="ghost" className="!justify-start !px-2" onPress={onPaste}>
            {m.paste}
          </Button>
          <Button icon="bolt" variant="ghost" className="!justify-start !px-2" onPress={onIncidents}>
            {incidents.title}
          </Button>
          <Button icon="stepBack" variant="ghost" className="!justify-start !px-2" onPress={onRestart}>
            {m.restart}
          </Button>
          <Button icon="broker" variant="ghost" className="!justify-start !px-2" onPress={onRealCluster}>
            {m.cluster.open}
          </Button>
        </div>
        {keeps ? (
          <p className="type-row text-ink-3">{m.kept}</p>
        ) : (
          <>
            <Button icon="lab" className="!justify-start" onPress={onKeep}>
              {m.keepHere}
            </Button>
            <p className="type-row text-ink-3">{m.notKept}</p>
          </>
        )}
      </PaletteSection>
      <div className="max-md:hidden">
        <PaletteSection title={m.build.title}>
          <BuildDeeds groups={CHANGE} onOpen={onBuild} />
        </PaletteSection>
      </div>
      <PaletteSection title={m.applications}>
        <Suspense fallback={null}>
          <DeedList group="applications" onStage={deedsOnStage} />
        </Suspense>
      </PaletteSection>
      <PaletteSection title={plans.title}>
        <PlanDeeds edits={edits} />
      </PaletteSection>
      <PaletteSection title={m.topics}>
        <TopicDeeds />
      </PaletteSection>
      <PaletteSection title={microscope.open.section}>
        <OpenMicroscope onOpen={onLookInto} />
      </PaletteSection>
      <PaletteSection title={m.producers}>
        <ProducerDeeds />
      </PaletteSection>
      <PaletteSection title={onYourCluster}>
        <Suspense fallback={null}>
          <OnYourCluster />
        </Suspense>
        <p className="type-row mt-2">
          <Link href="/errors" className="text-accent underline underline-offset-2">
            {m.toErrors}
          </Link>
        </p>
      </PaletteSection>
      <PaletteSection title={m.notModelled}>
        <NotModelled />
      </PaletteSection>
    </>
  );
}

/** By itself: the cluster changes with every frame, and what the palette offers does not. */
function ContentCounts() {
  const m = useMessages().lab;
  return <p className="text-ink-2">{m.contents(usePanelFacts(contentsOf))}</p>;
}

function contentsOf({ scenario, entities }: SimulationState): Contents {
  return countContents(scenario, entities);
}
