import { formatCommand } from '../../scenario/formatScenario.ts';
import { parseCommand } from '../../scenario/parseCommand.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Command, Scenario } from '../../scenario/Scenario.ts';
import { fieldsOf } from '../keptText.ts';
import { readInstant } from '../readInstant.ts';
import { writtenScenario } from '../writtenScenario.ts';
import type { Future, Futures } from './Future.ts';
import { isSameScenario, letterOf } from './futures.ts';

/** As JSON; a scenario that several futures have stands there once. */
export function formatFutures({ list, open, left, born }: Futures): unknown {
  const scenarios: Scenario[] = [];
  const indexOf = (scenario: Scenario): number => {
    const known = scenarios.findIndex((other) => isSameScenario(other, scenario));
    return known >= 0 ? known : scenarios.push(scenario) - 1;
  };
  const futures = list.map(({ scenario, commands, ...rest }) => ({
    ...rest,
    scenario: indexOf(scenario),
    commands: commands.map(formatCommand),
  }));
  return { open, left, born, scenarios: scenarios.map(writtenScenario), list: futures };
}

export interface ReadFutures {
  /** null: the open one is not among what could be read. */
  readonly futures: Futures | null;
  /** So many could not be read. */
  readonly lost: number;
}

/** What of it can be read. A future whose scenario or commands cannot is left out and counted. */
export function parseFutures(json: unknown): ReadFutures {
  const fields = fieldsOf(json);
  const scenarios = listOf(fields.scenarios).map((file) => {
    const parsed = parseScenario(file);
    return parsed.ok ? parsed.scenario : null;
  });
  const found = listOf(fields.list).map((one, index) => readFuture(fieldsOf(one), index, scenarios));
  const list = found.flatMap((future) => future ?? []);
  const ids = new Set(list.map(({ id }) => id));
  const lost = found.length - list.length;
  const open = fields.open;
  if (typeof open !== 'string' || !ids.has(open) || ids.size !== list.length)
    return { futures: null, lost: found.length };
  const left = listOf(fields.left).filter((id): id is string => typeof id === 'string' && ids.has(id));
  const born = Math.max(list.length, isCount(fields.born) ? fields.born : 0);
  const isThere = (id: string | null) => id !== null && ids.has(id);
  return {
    futures: {
      list: list.map((future) => (isThere(future.origin) ? future : { ...future, origin: null })),
      open,
      left: left.filter((id) => id !== open),
      born,
    },
    lost,
  };
}

function readFuture(
  fields: Readonly<Record<string, unknown>>,
  index: number,
  scenarios: readonly (Scenario | null)[],
): Future | null {
  const { id, letter, name, origin, bornWith, isUndone } = fields;
  const scenario = isCount(fields.scenario) ? scenarios[fields.scenario] : null;
  if (typeof id !== 'string' || scenario === null || scenario === undefined) return null;
  const commands: Command[] = [];
  for (const [i, file] of listOf(fields.commands).entries()) {
    const read = parseCommand(file, scenario, `commands[${i}]`);
    if (!read.ok) return null;
    commands.push(read.command);
  }
  return {
    id,
    letter: typeof letter === 'string' ? letter : letterOf(index + 1),
    name: typeof name === 'string' ? name : null,
    scenario,
    commands,
    instant: readInstant(fields.instant),
    origin: typeof origin === 'string' && origin !== id ? origin : null,
    bornWith: isCount(bornWith) ? bornWith : null,
    isUndone: isUndone === true,
  };
}

function listOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? (json as readonly unknown[]) : [];
}

function isCount(json: unknown): json is number {
  return Number.isSafeInteger(json) && (json as number) >= 0;
}
