import { formatTime } from '../../../i18n/format.ts';
import { futures as m } from '../../../i18n/en/futures.ts';
import { commandInWords } from '../../../i18n/en/traceEvents.ts';
import type { Command } from '../../../scenario/Scenario.ts';
import { targetOfCommand } from '../../../shared/targetOfCommand.ts';
import type { Future, Futures } from '../../../state/futures/Future.ts';
import { futureOf, isSameScenario, sharedCommands } from '../../../state/futures/futures.ts';

/** What a future is called: as the reader called it, or by what it does otherwise than its origin. */
export function futureName(futures: Futures, future: Future): string {
  if (future.name !== null) return future.name;
  const origin = future.origin === null ? undefined : futureOf(futures, future.origin);
  if (origin === undefined) return m.main;
  if (!isSameScenario(origin.scenario, future.scenario)) return m.otherScenario;
  const shared = sharedCommands(origin.commands, future.commands);
  const own = future.commands[shared];
  if (own !== undefined) return m.deed(deedInWords(own));
  if (future.bornWith !== null) return m.fromStart;
  const notDone = origin.commands[shared];
  return notDone === undefined
    ? m.sameTo(formatTime(future.instant.timeUs))
    : m.without(deedInWords(notDone));
}

/** `crash broker 1`, `min.insync.replicas=1 for payments`. */
export function deedInWords(command: Command): string {
  const target = targetOfCommand(command);
  const configs = 'configs' in command ? Object.entries<string | null>(command.configs) : [];
  if (configs.length === 0 || configs.length > 3) return commandInWords(command.kind, target);
  const pairs = configs.map(([name, value]) => `${name}=${value ?? ''}`).join(', ');
  return m.configs(pairs, target.replace(/^(producer|consumer):/, '').replace(':', ' '));
}
