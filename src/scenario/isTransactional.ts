import type { FileConfigs, ScenarioFile } from './ScenarioFile.ts';

/** A transactional.id of its own, or one that a restart gives it. */
export function isTransactional(file: ScenarioFile, clientId: string, configs: FileConfigs): boolean {
  if ('transactional.id' in configs) return true;
  return (file.commands ?? []).some(
    (command) =>
      command.kind === 'RestartProducer' &&
      command.producer === clientId &&
      'transactional.id' in (command.configs ?? {}),
  );
}
