import type { ScenarioProblem } from '../scenario/ScenarioProblem.ts';
import { scenario } from './en/scenario.ts';

/** One problem as a line for people: where, what, what was probably meant, what is allowed. */
export function describeScenarioProblem(problem: ScenarioProblem): string {
  const { line, column, path, suggestion } = problem;
  const where =
    line !== undefined && column !== undefined
      ? scenario.lineAndColumn(line, column)
      : path === ''
        ? scenario.wholeFile
        : path;
  const parts = [
    scenario.facts[problem.code](problem),
    suggestion === null ? '' : scenario.likely(suggestion),
    scenario.allowed(problem),
  ];
  return `${where}: ${parts.filter((part) => part !== '').join(' ')}`;
}
