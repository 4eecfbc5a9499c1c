import type { LinkProblem } from '../link/SharedLink.ts';
import type { Catalogue } from './Catalogue.ts';
import { describeScenarioProblem } from './describeScenarioProblem.ts';

/** What is wrong with a link, for people: sentences, the character where it shows, and what is wrong with the content line by line. */
export interface LinkExplanation {
  readonly lines: readonly string[];
  readonly position: number | null;
  readonly problems: readonly string[];
}

export function describeLinkProblem(m: Catalogue, problem: LinkProblem): LinkExplanation {
  const t = m.link.broken;
  const said = (lines: readonly string[], position: number | null = null): LinkExplanation => ({
    lines,
    position,
    problems: [],
  });
  switch (problem.kind) {
    case 'not-ours':
      return said([t.notOurs]);
    case 'newer-version':
      return said([t.newer(problem.version, problem.known)]);
    case 'cut-off':
      return said([t.cutOff(problem.position)], problem.position);
    case 'edited':
      return said(
        [
          problem.position === null ? t.edited : t.editedAt(problem.position + 1),
          ...(problem.path === null ? [] : [t.editedPath(problem.path)]),
        ],
        problem.position,
      );
    case 'too-long':
      return said([
        problem.what === 'text'
          ? t.tooLongText(problem.length, problem.limit)
          : t.tooLongContent(problem.limit),
      ]);
    case 'bad-scenario':
      return { ...said([t.badScenario]), problems: problem.problems.map(describeScenarioProblem) };
    case 'bad-commands':
      return { ...said([t.badCommands]), problems: problem.problems.map(describeScenarioProblem) };
  }
}
