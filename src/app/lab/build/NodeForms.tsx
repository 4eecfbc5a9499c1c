import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { formatScenario } from '../../../scenario/formatScenario.ts';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import type { Scenario } from '../../../scenario/Scenario.ts';
import type { ScenarioFile } from '../../../scenario/ScenarioFile.ts';
import { selectBrokers, selectPartitions } from '../../../state/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { usePanelState, useSimulation, useStageViewStore } from '../../../views/SimulationContext.tsx';
import { DeedFrame, FormFrame } from './DeedFrame.tsx';
import {
  nextBrokerId,
  nextRack,
  withNewBroker,
  withoutBroker,
  withoutClient,
} from './editScenario.ts';
import { FIRST_INSTANT } from '../presets.ts';
import type { LabEdits } from './useLabEdits.ts';
import { readWhole } from './readFields.ts';

export interface EditFormProps {
  readonly edits: LabEdits;
  readonly onClose: () => void;
}

/** What is edited: the scenario as a file. */
export function useScenarioFile(): ScenarioFile {
  const simulation = useSimulation();
  const [file] = useState(() => formatScenario(simulation.store.getState().scenario));
  return file;
}

/** The scenario that a changed file is, or what is wrong with it in the words for files. */
export function readEdited(
  file: ScenarioFile,
):
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = parseScenario(file);
  return parsed.ok
    ? { ok: true, scenario: parsed.scenario }
    : { ok: false, problems: parsed.problems.map(describeScenarioProblem) };
}

/** A form whose outcome is another scenario, which starts anew. */
export function useEdit({ edits, onClose }: EditFormProps) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const start = (file: ScenarioFile) => {
    const read = readEdited(file);
    if (!read.ok) {
      setProblems(read.problems);
      return;
    }
    onClose();
    void edits.replace({ scenario: read.scenario, instant: FIRST_INSTANT });
  };
  return { problems, setProblems, start };
}

export function AddBrokerForm({ edits, onClose }: EditFormProps) {
  const m = build.addBroker;
  const simulation = useSimulation();
  const view = useStageViewStore();
  const file = useScenarioFile();
  const [id, setId] = useState(() => String(nextBrokerId(file)));
  const [rack, setRack] = useState(() => nextRack(file) ?? '');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const submit = () => {
    const broker = readWhole(id);
    if (broker === null || broker < 0) {
      setProblems([m.badId]);
      return;
    }
    const read = readEdited(withNewBroker(file, broker, rack.trim() === '' ? null : rack.trim()));
    if (!read.ok) {
      setProblems(read.problems);
      return;
    }
    const { commands, nowUs, after } = simulation.store.getState();
    onClose();
    view.setState({ inspected: `broker:${broker}` });
    void edits.replace({
      scenario: read.scenario,
      commands,
      instant: { timeUs: nowUs, after },
      deed: { kind: 'StartBroker', broker },
    });
  };
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      fidelity="StartBroker"
      note={build.goesOn}
      problems={problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField label={m.id} mono value={id} onChange={setId} />
        <TextField label={m.rack} mono value={rack} onChange={setRack} />
      </div>
      <p className="text-ink-2">{m.empty}</p>
    </FormFrame>
  );
}

const UP: ReadonlySet<string> = new Set(['starting', 'running', 'stopping']);

export function RemoveBrokerForm({ edits, onClose }: EditFormProps) {
  const m = build.removeBroker;
  const simulation = useSimulation();
  const file = useScenarioFile();
  const brokers = usePanelState(selectBrokers);
  const partitions = usePanelState(selectPartitions);
  const [chosen, setChosen] = useState('');
  const edit = useEdit({ edits, onClose });
  const broker = brokers.find(({ key }) => key === chosen) ?? brokers.at(-1);
  const replicasOn = (id: number) => partitions.filter(({ replicas }) => replicas.includes(id)).length;
  const id = broker?.nodeId ?? -1;
  const isUp = broker !== undefined && UP.has(broker.process);
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity="UnregisterBroker"
      isDisabled={broker === undefined}
      draft={() => ({ ok: true, deed: { kind: 'UnregisterBroker', broker: id } })}
      onClose={onClose}
    >
      {edit.problems.map((problem) => (
        <Callout key={problem} tone="error" live title={problem} />
      ))}
      <SelectField
        label={m.broker}
        value={broker?.key ?? ''}
        onChange={setChosen}
        options={brokers.map(({ key, nodeId, process }) => ({
          value: key,
          label: m.option(nodeId, UP.has(process) ? m.states.up : m.states.down, replicasOn(nodeId)),
        }))}
      />
      {isUp && (
        <div className="flex flex-col items-start gap-1.5">
          <p className="text-ink-2">{m.stillRuns}</p>
          <Button icon="pause" onPress={() => void simulation.apply({ kind: 'StopBroker', broker: id })}>
            {m.stop}
          </Button>
        </div>
      )}
      {replicasOn(id) > 0 && <p className="text-ink-2">{m.stillAssigned(replicasOn(id))}</p>}
      <div className="flex flex-col items-start gap-1.5 border-t border-line pt-3">
        <p className="text-ink-2">{m.takeOutNote}</p>
        <Button icon="close" onPress={() => edit.start(withoutBroker(file, id))}>
          {m.takeOut}
        </Button>
      </div>
    </DeedFrame>
  );
}

export function RemoveClientForm(props: EditFormProps) {
  const m = build.removeClient;
  const file = useScenarioFile();
  const clients = [
    ...(file.producers ?? []).map((one) => `producer:${one['client.id']}`),
    ...(file.consumers ?? []).map((one) => `consumer:${one['client.id']}`),
  ];
  const [client, setClient] = useState(clients[0] ?? '');
  const { problems, start } = useEdit(props);
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      note={clients.length === 0 ? m.none : build.startsAnew}
      isDisabled={clients.length === 0}
      problems={problems}
      onSubmit={() => start(withoutClient(file, client))}
      onClose={props.onClose}
    >
      <SelectField
        label={m.client}
        mono
        value={client}
        onChange={setClient}
        options={clients.map((key) => ({ value: key, label: key }))}
      />
    </FormFrame>
  );
}
