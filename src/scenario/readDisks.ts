import { logDirsOf } from '../shared/logDirsOf.ts';
import { nearestName } from './nearestName.ts';
import { parseSize } from './quantity.ts';
import type { ReadReport } from './readConfigs.ts';
import type { DiskSpec } from './Scenario.ts';
import type { FileBroker, FileConfigs } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';

/** The disks of a broker that have an end; each log directory has one at most. */
export function readDisks(
  broker: FileBroker,
  clusterConfigs: FileConfigs | undefined,
  path: string,
  report: ReadReport,
): readonly DiskSpec[] {
  const logDirs = logDirsOf({ ...clusterConfigs, ...broker.configs });
  const seen = new Set<string | undefined>();
  return (broker.disks ?? []).map((disk, i) => {
    const at = pathTo(pathTo(pathTo(path, 'disks'), i), 'logDir');
    if (disk.logDir !== undefined) report.problems.push(...checkLogDir(disk.logDir, logDirs, at));
    const logDir = disk.logDir ?? logDirs[0];
    if (seen.has(logDir)) report.problems.push(scenarioProblem('duplicate', at, disk.logDir));
    seen.add(logDir);
    const capacity = parseSize(disk.capacity);
    return { logDir: disk.logDir ?? null, capacityBytes: capacity.ok ? capacity.value : 0 };
  });
}

function checkLogDir(logDir: string, logDirs: readonly string[], path: string): readonly ScenarioProblem[] {
  return logDirs.includes(logDir)
    ? []
    : [scenarioProblem('unknown-log-dir', path, logDir, oneOf(logDirs), nearestName(logDir, logDirs))];
}
