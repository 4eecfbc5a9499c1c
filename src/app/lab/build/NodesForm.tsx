import { useState, type ReactNode } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { KAFKA_VERSIONS } from '../../../scenario/Scenario.ts';
import type { FileBroker, FileNetwork, FileTimes, ScenarioFile } from '../../../scenario/ScenarioFile.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { FormFrame } from './DeedFrame.tsx';
import {
  nextBrokerId,
  nextRack,
  withControllers,
  withoutBroker,
  type ControllerRoles,
} from './editScenario.ts';
import { useEdit, useScenarioFile, type EditFormProps } from './NodeForms.tsx';
import { readWhole } from './readFields.ts';

const STATES = ['running', 'stopped', 'new'] as const;
const COUNTS = ['1', '2', '3', '4', '5'] as const;
const TIMES = [
  'request',
  'append',
  'fsync',
  'brokerStart',
  'pageCacheExpire',
  'recoveryPerMiB',
  'remoteCopyPerMiB',
  'remoteRead',
] as const;
type Time = (typeof TIMES)[number];
/** Of transactions: 2 is KIP-890. */
const TRANSACTION_VERSIONS = ['2', '1', '0'];
const NEWEST = 2;
const NETWORK = ['latency', 'latencyAcrossRacks', 'bandwidth'] as const;

/** What stands at the start: machines, racks, who is a controller, how fast all is. It starts the scenario anew. */
export function NodesForm(props: EditFormProps) {
  const m = build.nodes;
  const [file, setFile] = useState<ScenarioFile>(useScenarioFile());
  const { problems, setProblems, start } = useEdit(props);
  const brokers = file.brokers ?? [];
  const setBroker = (id: number, change: Partial<FileBroker>) =>
    setFile({
      ...file,
      brokers: brokers.map((one) => (one['node.id'] === id ? { ...one, ...change } : one)),
    });
  const controllers = (file.controllers ?? []).map((one) => one['node.id']);
  const isCombined = controllers.some((id) => brokers.some((broker) => broker['node.id'] === id));
  const roles: ControllerRoles = isCombined ? 'combined' : 'isolated';
  const count = String(Math.max(1, controllers.length));
  const [seed, setSeed] = useState(String(file.seed ?? DEFAULT_SEED));
  const submit = () => {
    const read = readWhole(seed);
    if (read === null) setProblems([`${m.seed}: ${seed}`]);
    else start({ ...file, seed: read });
  };
  return (
    <FormFrame
      title={m.title}
      submit={m.submit}
      note={build.startsAnew}
      width="wide"
      problems={problems}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Group title={m.brokers} note={m.brokersNote}>
        <ul className="flex flex-col gap-1.5">
          {brokers.map((broker) => {
            const id = broker['node.id'];
            return (
              <li
                key={id}
                className="grid grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2"
              >
                <span className="mono">{id}</span>
                <TextField
                  label={m.rackOf(id)}
                  hideLabel
                  mono
                  value={broker['broker.rack'] ?? ''}
                  onChange={(rack) => setBroker(id, { 'broker.rack': rack === '' ? null : rack })}
                />
                <SelectField
                  label={m.stateOf(id)}
                  hideLabel
                  value={broker.state ?? 'running'}
                  onChange={(state) => setBroker(id, { state })}
                  options={STATES.map((state) => ({ value: state, label: m.states[state] }))}
                />
                <IconButton
                  icon="close"
                  label={m.takeOut(id)}
                  onPress={() => setFile(withoutBroker(file, id))}
                />
              </li>
            );
          })}
        </ul>
        <div>
          <Button
            size="small"
            icon="plus"
            onPress={() =>
              setFile({
                ...file,
                brokers: [...brokers, { 'node.id': nextBrokerId(file), 'broker.rack': nextRack(file) }],
              })
            }
          >
            {m.add}
          </Button>
        </div>
      </Group>
      <Group title={m.controllers} note={m.rolesNote}>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Segments
            label={m.controllerCount}
            showLabel
            value={count}
            onChange={(chosen) => setFile(withControllers(file, Number(chosen), roles))}
            segments={COUNTS.map((value) => ({ value, label: value }))}
          />
          <Segments<ControllerRoles>
            label={m.roles}
            showLabel
            mono
            value={roles}
            onChange={(chosen) => setFile(withControllers(file, Number(count), chosen))}
            segments={[
              { value: 'isolated', label: m.isolated },
              { value: 'combined', label: m.combined },
            ]}
          />
        </div>
      </Group>
      <Group title={m.network}>
        <div className="grid gap-3 md:grid-cols-3">
          {NETWORK.map((key) => (
            <TextField
              key={key}
              label={m[key]}
              mono
              value={String(file.network?.[key] ?? '')}
              placeholder={NETWORK_DEFAULTS[key]}
              onChange={(text) =>
                setFile({ ...file, network: withText<FileNetwork>(file.network ?? {}, key, text) })
              }
            />
          ))}
        </div>
      </Group>
      <Group title={m.times}>
        <div className="grid gap-3 md:grid-cols-3">
          {TIMES.map((key: Time) => (
            <TextField
              key={key}
              label={m.time[key]}
              mono
              value={String(file.times?.[key] ?? '')}
              placeholder={TIME_DEFAULTS[key]}
              onChange={(text) =>
                setFile({ ...file, times: withText<FileTimes>(file.times ?? {}, key, text) })
              }
            />
          ))}
        </div>
      </Group>
      <Group title={m.run}>
        <div className="grid gap-3 md:grid-cols-3">
          <TextField label={m.seed} mono value={seed} onChange={setSeed} />
          <SelectField
            label={m.version}
            mono
            value={file['kafka.version'] ?? '4.2'}
            onChange={(version) => setFile({ ...file, 'kafka.version': version })}
            options={KAFKA_VERSIONS.map((version) => ({ value: version, label: version }))}
          />
          <SelectField
            label="transaction.version"
            mono
            value={String(file.features?.['transaction.version'] ?? NEWEST)}
            onChange={(version) =>
              setFile({ ...file, features: { ...file.features, 'transaction.version': Number(version) } })
            }
            options={TRANSACTION_VERSIONS.map((version) => ({ value: version, label: version }))}
          />
        </div>
      </Group>
    </FormFrame>
  );
}

const DEFAULT_SEED = 1;
/** Shown where nothing is typed; the format's own. */
const NETWORK_DEFAULTS = { latency: '0.25ms', latencyAcrossRacks: '0.5ms', bandwidth: '10Gbit/s' } as const;
const TIME_DEFAULTS: Readonly<Record<Time, string>> = {
  request: '20us',
  append: '10us',
  fsync: '5ms',
  brokerStart: '2s',
  pageCacheExpire: '30s',
  recoveryPerMiB: '2ms',
  remoteCopyPerMiB: '10ms',
  remoteRead: '50ms',
};

/** Without a text the key goes, and its default holds. */
function withText<Part extends object>(part: Part, key: keyof Part, text: string): Part {
  const { [key]: _before, ...rest } = part;
  return (text.trim() === '' ? rest : { ...rest, [key]: text.trim() }) as Part;
}

function Group({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-2.5 first-of-type:border-t-0 first-of-type:pt-0">
      <legend className="type-panel float-left mb-1">{title}</legend>
      {children}
      {note !== undefined && <p className="type-row text-ink-3">{note}</p>}
    </fieldset>
  );
}
