import { useEffect, useMemo, useRef, useState } from 'react';
import { editor as m } from '../../../i18n/en/editor.ts';
import { formatTime } from '../../../i18n/format.ts';
import { LIMITS } from '../../../scenario/limits.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { usePanelState, useSimulation } from '../../../views/SimulationContext.tsx';
import type { LabEdits } from '../build/useLabEdits.ts';
import type { CodeEditorHandle } from './CodeEditor.tsx';
import { playedFile, splitPlayed } from './playedFile.ts';
import { PlacedProblems, ScenarioEditor } from './ScenarioEditor.tsx';
import type { TextFormat } from './scenarioText.ts';
import { applied, followRun, hasComments, rewritten, standingOf, takeRun, typed } from './textState.ts';
import { recallText, rememberText, type TextMemory } from './textMemory.ts';
import { isTooLong, readNow, useReadText } from './useReadText.ts';

export interface TextPanelProps {
  readonly memory: TextMemory;
  readonly edits: Pick<LabEdits, 'replace'>;
  /** Configs of a text that came to run which change nothing here. */
  readonly onIgnored: (paths: readonly string[]) => void;
  readonly onClose: () => void;
  /** A dialog around it has a title and a cross of its own. */
  readonly isInDialog?: boolean;
}

/** The scenario as text beside the stage. Deeds come into it at once; what is typed is applied when the reader says so. */
export function TextPanel({ memory, edits, onIgnored, onClose, isInDialog = false }: TextPanelProps) {
  const simulation = useSimulation();
  const scenario = usePanelState((state) => state.scenario);
  const byHand = usePanelState((state) => state.commands);
  const nowUs = usePanelState((state) => state.nowUs);
  const runs = useMemo(() => playedFile(scenario, byHand), [scenario, byHand]);
  const [state, setState] = useState(() => recallText(memory, runs));
  const [trouble, setTrouble] = useState<string | null>(null);
  const { read, of } = useReadText(state.text, state.format);
  const code = useRef<CodeEditorHandle>(null);
  const [shownRuns, setShownRuns] = useState(runs);
  if (shownRuns !== runs) {
    setShownRuns(runs);
    setState(followRun(state, runs));
  }
  // What was done since is taken in as soon as the text can be read.
  if (state.isBehind && of === state.text && read.parsed.ok) setState(followRun(state, runs));
  useEffect(() => rememberText(memory, state), [memory, state]);
  useEffect(() => code.current?.focus(), []);

  const standing = useMemo(() => standingOf(read, runs), [read, runs]);
  const write = (text: string) => {
    setState((now) => typed(now, text));
    setTrouble(null);
  };
  const choose = (format: TextFormat) => {
    const next = rewritten(state, format);
    setTrouble(next === null ? m.cannotConvert : null);
    if (next !== null) setState(next);
  };
  const apply = () => {
    const standsNow = standingOf(readNow(state.text, state.format), runs);
    if (standsNow.kind === 'faulty') {
      code.current?.goTo(read.problems[0]?.range ?? { from: 0, to: 0 });
      return;
    }
    if (standsNow.kind === 'runs') return;
    const { nowUs: timeUs, after, commands } = simulation.store.getState();
    const next = splitPlayed(standsNow.scenario, commands);
    setState(applied(state, playedFile(standsNow.scenario)));
    onIgnored(standsNow.ignored);
    announce(m.applied);
    void edits.replace({ ...next, instant: { timeUs, after } });
  };
  const giveUp = () => {
    setState(takeRun(state, runs));
    setTrouble(null);
    announce(m.taken);
  };
  return (
    <section
      aria-label={m.title}
      className={
        isInDialog ? 'flex h-[68vh] min-h-0 flex-col gap-2' : 'flex h-full min-h-0 flex-col gap-2 p-3'
      }
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1">
        {!isInDialog && <h2 className="min-w-0 flex-1 text-[15px] leading-[22px] font-[630]">{m.title}</h2>}
        <Segments<TextFormat>
          label={m.format}
          value={state.format}
          onChange={choose}
          segments={[
            { value: 'yaml', label: m.yaml },
            { value: 'json', label: m.json },
          ]}
        />
        {!isInDialog && <IconButton icon="close" label={m.close} onPress={onClose} />}
      </div>
      {trouble !== null && <Callout tone="error" title={trouble} live />}
      {state.format === 'json' && state.aside !== null && hasComments(state.aside.text) && (
        <Callout tone="info" live>
          {m.commentsAside}
        </Callout>
      )}
      {state.isElsewhere && (
        <Callout tone="wait" title={m.elsewhere} live>
          {m.elsewhereNote}
        </Callout>
      )}
      <ScenarioEditor
        ref={code}
        label={m.title}
        text={state.text}
        isByRun={state.isByRun}
        format={state.format}
        problems={of === state.text ? read.problems : NONE}
        onChange={write}
        onApply={apply}
        className="min-h-24 flex-1 overflow-hidden rounded-button border border-control"
      />
      {standing.kind === 'faulty' && (
        <PlacedProblems
          text={state.text}
          problems={read.problems}
          onGo={(range) => code.current?.goTo(range ?? { from: 0, to: 0 })}
        />
      )}
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line pt-2">
        <Standing
          kind={standing.kind}
          problems={read.problems.length}
          isTooLong={isTooLong(state.text)}
          isBehind={state.isBehind}
          time={formatTime(nowUs)}
        />
        {standing.kind !== 'runs' && (
          <Button size="small" onPress={giveUp}>
            {m.takeRun}
          </Button>
        )}
        <Button size="small" variant="primary" isDisabled={standing.kind !== 'ready'} onPress={apply}>
          {m.apply}
          <kbd aria-hidden="true" className="mono ml-1 text-[11px]">
            {m.applyKeys(/Mac|iPhone|iPad/.test(navigator.userAgent))}
          </kbd>
        </Button>
      </div>
    </section>
  );
}

const NONE: readonly never[] = [];

interface StandingProps {
  readonly kind: 'runs' | 'ready' | 'faulty';
  readonly problems: number;
  readonly isTooLong: boolean;
  readonly isBehind: boolean;
  readonly time: string;
}

/** Whether the text is what runs, in words that are spoken when they change. */
function Standing({ kind, problems, isTooLong: isLong, isBehind, time }: StandingProps) {
  const { dialog } = useMessages().lab;
  const said =
    kind === 'runs'
      ? m.runs
      : kind === 'ready'
        ? m.ready
        : isLong
          ? dialog.tooLong(LIMITS.pastedCharacters)
          : m.problems(problems);
  const note = isBehind
    ? m.behind
    : kind === 'runs'
      ? m.runsNote
      : kind === 'ready'
        ? m.readyNote(time)
        : m.goesOn;
  return (
    <div className="min-w-40 flex-1">
      <p
        role="status"
        className={kind === 'faulty' ? 'type-row font-[560] text-error' : 'type-row font-[560]'}
      >
        {said}
      </p>
      <p className="type-row text-ink-3">{note}</p>
    </div>
  );
}
