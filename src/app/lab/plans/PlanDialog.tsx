import { useState } from 'react';
import { plans } from '../../../i18n/en/plans.ts';
import type { Command } from '../../../scenario/Scenario.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { useMessages } from '../../../ui/messages.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { usePanelState, useSimulation } from '../../../views/SimulationContext.tsx';
import { DeedPreview } from '../build/DeedPreview.tsx';
import { FormFrame } from '../build/DeedFrame.tsx';
import { plannableFaults } from './plannableFaults.ts';
import { readPlan, writeSeconds, type PlanDraft } from './planDraft.ts';

const NO_OTHER = '';
const SECOND = 1_000_000;

export interface PlanDialogProps {
  /** What is planned so far and is changed here; null: something new. */
  readonly planned: Command | null;
  readonly onPlan: (commands: readonly Command[]) => void;
  readonly onClose: () => void;
}

/** A fault on a node or a link, at a time, once or again. */
export function PlanDialog({ planned, onPlan, onClose }: PlanDialogProps) {
  const m = useMessages();
  const t = plans.dialog;
  const simulation = useSimulation();
  const scenario = usePanelState((state) => state.scenario);
  const nowUs = usePanelState((state) => state.nowUs);
  const nodes = [
    ...scenario.brokers.map(({ nodeId }) => `broker:${nodeId}`),
    ...scenario.controllers.map(({ nodeId }) => `controller:${nodeId}`),
    ...scenario.producers.map(({ clientId }) => `producer:${clientId}`),
    ...scenario.consumers.map(({ clientId }) => `consumer:${clientId}`),
  ];
  const [start] = useState(() => startOf(planned, nodes, simulation.store.getState().nowUs));
  const [node, setNode] = useState(start.node);
  const [other, setOther] = useState(start.other);
  const [faultId, setFaultId] = useState(start.fault);
  const [draft, setDraft] = useState<PlanDraft>(start.draft);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const faults = plannableFaults(node, other === NO_OTHER || other === node ? null : other);
  const fault = faults.find(({ id }) => id === faultId) ?? faults[0];
  const change = (part: Partial<PlanDraft>) => setDraft({ ...draft, ...part });
  const submit = () => {
    if (fault === undefined) return;
    const plan = readPlan(draft, fault, nowUs);
    if (plan.ok) onPlan(plan.deed);
    else setProblems(plan.problems);
  };
  const option = (key: string) => ({ value: key, label: m.lab.node(key) });
  return (
    <FormFrame
      title={planned === null ? t.title : t.change}
      submit={t.submit}
      {...(fault === undefined ? {} : { fidelity: fault.body.kind })}
      note={t.note(nowUs)}
      problems={problems}
      onSubmit={submit}
      onClose={onClose}
      isDisabled={fault === undefined}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField label={t.target} value={node} onChange={setNode} options={nodes.map(option)} />
        <SelectField
          label={t.other}
          value={other}
          onChange={setOther}
          options={[{ value: NO_OTHER, label: '–' }, ...nodes.filter((key) => key !== node).map(option)]}
        />
      </div>
      <SelectField
        label={t.fault}
        value={fault?.id ?? ''}
        onChange={(id) => setFaultId(id)}
        options={faults.map(({ id }) => ({ value: id, label: plans.faults[id] }))}
      />
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField label={t.at} mono value={draft.at} onChange={(at) => change({ at })} />
        {fault !== undefined && fault.cure !== null && (
          <TextField
            label={t.heal}
            mono
            value={draft.heal}
            placeholder="–"
            onChange={(heal) => change({ heal })}
          />
        )}
      </div>
      <Segments
        label={t.again}
        value={draft.isRepeated ? 'repeated' : 'once'}
        onChange={(value) => change({ isRepeated: value === 'repeated' })}
        segments={[
          { value: 'once', label: t.once },
          { value: 'repeated', label: t.repeated },
        ]}
      />
      {draft.isRepeated && (
        <div className="grid grid-cols-2 gap-3">
          <TextField label={t.every} mono value={draft.every} onChange={(every) => change({ every })} />
          <TextField label={t.times} mono value={draft.times} onChange={(times) => change({ times })} />
        </div>
      )}
      {fault !== undefined && <DeedPreview drafted={{ ok: true, deed: fault.body }} />}
    </FormFrame>
  );
}

interface Start {
  readonly node: string;
  readonly other: string;
  readonly fault: string;
  readonly draft: PlanDraft;
}

/** What the form holds at first: of what is planned its own, else a fault a few seconds from now. */
function startOf(planned: Command | null, nodes: readonly string[], nowUs: number): Start {
  const atUs = planned?.atUs ?? (Math.floor(nowUs / SECOND) + 5) * SECOND;
  const draft: PlanDraft = {
    at: writeSeconds(atUs),
    heal: '',
    isRepeated: planned?.repeat !== undefined,
    every: writeSeconds(planned?.repeat?.everyUs ?? 10 * SECOND),
    times: String(planned?.repeat?.times ?? 3),
  };
  const places = [
    ...nodes.map((node) => [node, NO_OTHER] as const),
    ...nodes.flatMap((node) => nodes.map((other) => [node, other] as const)),
  ];
  if (planned !== null)
    for (const [node, other] of places) {
      const found = plannableFaults(node, other === NO_OTHER ? null : other).find(({ body }) =>
        isBodyOf(planned, body),
      );
      if (found !== undefined) return { node, other, fault: found.id, draft };
    }
  return { node: nodes[0] ?? '', other: NO_OTHER, fault: '', draft };
}

/** Whether a command is this deed, whenever it is done. */
function isBodyOf({ atUs: _at, after: _after, repeat: _repeat, ...body }: Command, other: object): boolean {
  const entries = Object.entries(other) as [string, unknown][];
  return (
    Object.keys(body).length === entries.length &&
    entries.every(([key, value]) => JSON.stringify(body[key as keyof typeof body]) === JSON.stringify(value))
  );
}
