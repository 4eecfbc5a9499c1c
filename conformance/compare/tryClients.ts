import { parseScenario } from '../../src/scenario/parseScenario.ts';
import type { ConfigMap } from '../../src/scenario/Scenario.ts';
import type { Tries } from './Expectation.ts';

/** What a scenario with each of these clients in it is refused for, by `producer NAME` or `consumer NAME`; null: it is not. */
export function tryClients({ producers = {}, consumers = {} }: Tries): Record<string, string | null> {
  return Object.fromEntries([
    ...Object.entries(producers).map(([name, configs]) => [
      `producer ${name}`,
      refusalOf('producers', configs),
    ]),
    ...Object.entries(consumers).map(([name, configs]) => [
      `consumer ${name}`,
      refusalOf('consumers', configs),
    ]),
  ]) as Record<string, string | null>;
}

/** Kafka stops at the first; the scenario's reader tells all. */
function refusalOf(role: 'producers' | 'consumers', configs: ConfigMap): string | null {
  const parsed = parseScenario({
    highwater: 1,
    brokers: [{ 'node.id': 1 }],
    [role]: [{ 'client.id': 'tried', configs }],
  });
  if (parsed.ok) return null;
  const [first] = parsed.problems;
  return first?.exception ?? `${first?.code ?? ''}: no exception is known`;
}
