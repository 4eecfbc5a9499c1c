import { useState } from 'react';
import type { SimulationState } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { usePanelState } from '../../views/SimulationContext.tsx';
import type { ClientCodeLanguage, ExportedCluster } from '../ClientCodeExporter.ts';
import { useLesson } from '../LessonContext.tsx';

const LANGUAGES: readonly ClientCodeLanguage[] = [
  'topic',
  'java',
  'confluent-kafka',
  'aiokafka',
  'franz-go',
  'typescript',
];

/** The cluster on the stage as code to run, read from the run. */
export function Production() {
  const m = useMessages();
  const { clientCode } = useLesson();
  const [language, setLanguage] = useState<ClientCodeLanguage>('java');
  const [copied, setCopied] = useState(false);
  const state = usePanelState((now) => now);
  const input = codeInput(state);
  if (input === null || clientCode === null) return null;
  const code = clientCode(input, language);
  return (
    <section className="production" aria-label={m.lesson.production}>
      <h2>{m.lesson.production}</h2>
      <p>{m.lesson.productionLead}</p>
      <Segments<ClientCodeLanguage>
        label={m.lesson.language}
        value={language}
        onChange={(chosen) => {
          setLanguage(chosen);
          setCopied(false);
        }}
        segments={LANGUAGES.map((value) => ({ value, label: m.lesson.languages[value] }))}
      />
      <ScrollBox as="pre" label={m.lesson.languages[language]}>
        <code>{code}</code>
      </ScrollBox>
      <Button size="small" icon="copy" onPress={() => void copyText(code).then(setCopied)}>
        {copied ? m.app.copied : m.lesson.copyCode}
      </Button>
    </section>
  );
}

/** What somebody has set, with the value it has now; the rest is Kafka's default and need not be written. */
function codeInput(state: SimulationState): ExportedCluster | null {
  const all = [...state.entities.values()];
  const partitions = all.filter((entity) => entity.kind === 'partition');
  const producer = all.find((entity) => entity.kind === 'producer');
  const first = partitions[0];
  if (first === undefined || producer === undefined) return null;
  const { scenario, commands } = state;
  const restarts = [...scenario.commands, ...commands].filter(
    (command) => command.kind === 'RestartProducer' && command.producer === producer.clientId,
  );
  const set = new Set([
    ...Object.keys(scenario.producers.find(({ clientId }) => clientId === producer.clientId)?.configs ?? {}),
    ...restarts.flatMap((command) =>
      command.kind === 'RestartProducer' ? Object.keys(command.configs) : [],
    ),
  ]);
  const consumer = scenario.consumers[0];
  return {
    bootstrapServers: 'localhost:9092',
    topic: {
      name: first.topic,
      partitions: partitions.filter((partition) => partition.topic === first.topic).length,
      replicationFactor: first.replicas.length,
      configs: first.configs,
    },
    producer: {
      clientId: producer.clientId,
      configs: Object.fromEntries(Object.entries(producer.configs).filter(([name]) => set.has(name))),
    },
    consumer: consumer === undefined ? null : { clientId: consumer.clientId, configs: consumer.configs },
  };
}
