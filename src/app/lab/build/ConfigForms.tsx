import { useState } from 'react';
import { build } from '../../../i18n/en/build.ts';
import { describeScenarioProblem } from '../../../i18n/describeScenarioProblem.ts';
import { checkConfig } from '../../../scenario/configs/kafkaConfigs.ts';
import { MODELLED_CONFIGS } from '../../../scenario/configs/modelledConfigs.ts';
import { CLIENT_QUOTA_KEYS, type ClientQuotaKey, type CommandBody } from '../../../scenario/Scenario.ts';
import { scenarioProblem } from '../../../scenario/ScenarioProblem.ts';
import {
  selectBrokers,
  selectCluster,
  selectConsumers,
  selectPartitions,
  selectProducers,
} from '../../../state/selectors.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { usePanelState, useSimulation } from '../../../views/SimulationContext.tsx';
import { FidelityMark } from '../../fidelity/FidelityMark.tsx';
import { DeedFrame, type Draft } from './DeedFrame.tsx';
import type { FormProps } from './TopicForms.tsx';

const CLUSTER = 'cluster';
const NONE: Readonly<Record<string, string>> = {};

type AlterConfigs = Extract<
  CommandBody,
  { readonly kind: 'AlterClusterConfigs' | 'AlterBrokerConfigs' | 'AlterTopicConfigs' }
>;

/** The command that alters the configs of `cluster`, `broker:1` or `topic:payments`. */
function alterConfigs(
  of: string,
  configs: Readonly<Record<string, string>>,
  remove: readonly string[],
): AlterConfigs {
  const change = { configs, ...(remove.length === 0 ? {} : { remove }) };
  if (of === CLUSTER) return { kind: 'AlterClusterConfigs', ...change };
  const name = of.slice(of.indexOf(':') + 1);
  return of.startsWith('broker:')
    ? { kind: 'AlterBrokerConfigs', broker: Number(name), ...change }
    : { kind: 'AlterTopicConfigs', topic: name, ...change };
}

/** Dynamic configs of all brokers, of one, and of a topic: set, seen and removed. */
export function ConfigsForm({ onClose }: FormProps) {
  const m = build.configs;
  const simulation = useSimulation();
  const brokers = usePanelState(selectBrokers);
  const partitions = usePanelState(selectPartitions);
  const cluster = usePanelState(selectCluster);
  const topics = [...new Set(partitions.map(({ topic }) => topic))];
  const [of, setOf] = useState(CLUSTER);
  const place = of.startsWith('topic:') ? 'topic' : 'broker';
  const names = MODELLED_CONFIGS[place];
  const [chosen, setChosen] = useState('min.insync.replicas');
  const name = names.includes(chosen) ? chosen : (names[0] ?? '');
  const [value, setValue] = useState('');
  const set =
    of === CLUSTER
      ? cluster?.configs
      : place === 'topic'
        ? partitions.find(({ topic }) => `topic:${topic}` === of)?.configs
        : brokers.find(({ key }) => key === of)?.configs;
  const current = set ?? NONE;
  const draft = (): Draft<CommandBody> => {
    const check = checkConfig(place, name, value);
    if (check.ok) return { ok: true, deed: alterConfigs(of, { [name]: check.value }, []) };
    const problem =
      check.fault === 'bad-config-value'
        ? scenarioProblem(check.fault, name, value, check.allowed)
        : scenarioProblem(check.fault, name, value);
    return { ok: false, problems: [describeScenarioProblem(problem)] };
  };
  const now = current[name];
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity={alterConfigs(of, {}, []).kind}
      note={build.askedOfController}
      isDisabled={value.trim() === ''}
      draft={draft}
      onClose={onClose}
      staysOpen
      onDone={() => setValue('')}
    >
      <SelectField
        label={m.of}
        value={of}
        onChange={setOf}
        options={[
          { value: CLUSTER, label: m.cluster },
          ...brokers.map(({ key, nodeId }) => ({ value: key, label: m.broker(nodeId) })),
          ...topics.map((topic) => ({ value: `topic:${topic}`, label: m.topic(topic) })),
        ]}
      />
      <section aria-label={m.set}>
        <h3 className="type-label mb-1">{m.set}</h3>
        {Object.keys(current).length === 0 ? (
          <p className="type-row text-ink-3">{m.noneSet}</p>
        ) : (
          <ul>
            {Object.entries(current).map(([setName, setTo]) => (
              <li key={setName} className="flex items-center gap-2 border-b border-line">
                <span className="mono min-w-0 flex-1 break-words">
                  {setName}={setTo}
                </span>
                <IconButton
                  icon="close"
                  label={m.remove(setName)}
                  onPress={() => void simulation.apply(alterConfigs(of, {}, [setName]))}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      <div>
        <SelectField
          label={m.name}
          mono
          value={name}
          onChange={setChosen}
          options={names.map((option) => ({ value: option, label: option }))}
        />
        <FidelityMark control={name} />
      </div>
      <TextField label={now === undefined ? m.value : m.now(now)} mono value={value} onChange={setValue} />
    </DeedFrame>
  );
}

const ANY = '';
const EVERY = '<default>';

/** KIP-546: of a user, a client id, or both; by name or for all that have none of their own. */
export function QuotasForm({ onClose }: FormProps) {
  const m = build.quotas;
  const producers = usePanelState(selectProducers);
  const consumers = usePanelState(selectConsumers);
  const clients = [...new Set([...producers, ...consumers].map(({ clientId }) => clientId))];
  const [clientId, setClientId] = useState<string>(clients[0] ?? EVERY);
  const [user, setUser] = useState(ANY);
  const [key, setKey] = useState<ClientQuotaKey>('producer_byte_rate');
  const [value, setValue] = useState('');
  const draft = (): Draft<CommandBody> => {
    const number = value.trim() === '' ? null : Number(value);
    if (number !== null && !(Number.isFinite(number) && number > 0))
      return { ok: false, problems: [m.badValue] };
    return {
      ok: true,
      deed: {
        kind: 'AlterClientQuotas',
        user: user === ANY ? null : user,
        clientId: clientId === ANY ? null : clientId,
        quotas: [[key, number]],
      },
    };
  };
  return (
    <DeedFrame
      title={m.title}
      submit={m.submit}
      fidelity="AlterClientQuotas"
      note={m.note}
      draft={draft}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={m.clientId}
          value={clientId}
          onChange={setClientId}
          options={[
            ...clients.map((name) => ({ value: name, label: name })),
            { value: EVERY, label: m.everyClient },
            { value: ANY, label: m.anyClient },
          ]}
        />
        <SelectField
          label={m.user}
          value={user}
          onChange={setUser}
          options={[
            { value: ANY, label: m.anyUser },
            { value: EVERY, label: m.everyUser },
          ]}
        />
      </div>
      <SelectField
        label={m.quota}
        mono
        value={key}
        onChange={(chosen) => setKey(CLIENT_QUOTA_KEYS.find((one) => one === chosen) ?? key)}
        options={CLIENT_QUOTA_KEYS.map((one) => ({ value: one, label: one }))}
      />
      <TextField label={m.value} mono value={value} onChange={setValue} />
      <p className="type-row -mt-1.5 text-ink-3">{m.units[key]}</p>
    </DeedFrame>
  );
}
