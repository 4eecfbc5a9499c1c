import { readBookmarks } from '../shared/bookmarks.ts';
import { MAX_TIMESTAMP } from '../shared/maxTimestamp.ts';
import { LIMITS } from '../scenario/limits.ts';
import { parseCommand } from '../scenario/parseCommand.ts';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Command, Scenario } from '../scenario/Scenario.ts';
import { scenarioProblem, type ScenarioProblem } from '../scenario/ScenarioProblem.ts';
import { isInOrder } from './commandTree.ts';
import {
  type CommandBranch,
  type CommandTree,
  type LinkInstant,
  type LinkedComparison,
  type LinkedFiles,
  type LinkPlace,
  type LinkProblem,
  type OtherFutures,
  type SavedParts,
  type SharedLink,
  type StepMoment,
} from './SharedLink.ts';

/** The keys of a link's JSON, most needed first: of a link that is cut off the beginning survives. */
export interface LinkContent {
  readonly scenario: unknown;
  readonly branches: readonly BranchContent[];
  readonly open: string;
  readonly instant: LinkInstant;
  readonly place: LinkPlace;
  readonly bookmarks?: readonly unknown[];
  readonly engine: string;
  readonly digest: string;
  readonly compare?: {
    readonly name: string;
    readonly other: {
      readonly name: string;
      readonly scenario?: unknown;
      readonly commands: readonly unknown[];
    };
  };
  readonly others?: readonly {
    readonly scenario: unknown;
    readonly branches: readonly BranchContent[];
  }[];
}

interface BranchContent {
  readonly id: string;
  readonly parent?: string;
  readonly commands: readonly unknown[];
  readonly name?: string;
}

export type ReadContent =
  | { readonly ok: true; readonly link: SharedLink }
  | { readonly ok: false; readonly problem: LinkProblem; readonly saved: SavedParts };

const LONGEST_NAME = 200;
/** As many as a Lab keeps futures. */
const MOST_OTHERS = 100;
/** Enough for any instant that can be reached; a limit only so that nonsense is told. */
const MOST_US = Number.MAX_SAFE_INTEGER;

/** Every part by itself, and the first that is at fault. `isComplete` tells which keys can be trusted to be whole. */
export function readContent(content: unknown, isComplete: (key: string) => boolean): ReadContent {
  const fields = fieldsOf(content);
  const part = (key: keyof LinkContent): unknown => (isComplete(key) ? fields[key] : undefined);
  const parsed = parseScenario(part('scenario'));
  const scenario = parsed.ok ? parsed.scenario : null;
  const read = scenario === null ? null : readTree(fields.branches, part('open'), scenario);
  const instant = readInstant(part('instant'));
  const place = readPlace(part('place'));
  const bookmarksJson = part('bookmarks');
  const bookmarks = bookmarksJson === undefined ? [] : readBookmarks(bookmarksJson);
  const engineVersion = readText(part('engine'), /^\d+\.\d+\.\d+$/);
  const digest = readText(part('digest'), /^[\w/.-]+$/);

  const compared =
    scenario === null || fields.compare === undefined ? null : readComparison(part('compare'), scenario);
  const others = fields.others === undefined ? null : readOthers(part('others'));
  const problem = parsed.ok
    ? (read?.problem ??
      firstMissing({ instant, place, bookmarks, engine: engineVersion, digest }) ??
      compared?.problem ??
      others?.problem ??
      null)
    : ({ kind: 'bad-scenario', problems: parsed.problems } as const);
  const tree = read?.tree ?? null;
  if (problem === null && scenario && tree && instant && place && engineVersion !== null && digest !== null) {
    const named = bookmarks === null || bookmarks.length === 0 ? {} : { bookmarks };
    const beside = compared?.compare ? { compare: compared.compare } : {};
    const changed = others === null || others.list.length === 0 ? {} : { others: others.list };
    const link = { scenario, tree, instant, place, ...named, ...beside, ...changed, engineVersion, digest };
    return { ok: true, link };
  }
  const saved: SavedParts = {
    scenario,
    scenarioJson: scenario === null ? (part('scenario') ?? null) : null,
    tree,
    lostCommands: read?.lostCommands ?? 0,
    instant,
    place,
    engineVersion,
    digest,
  };
  return { ok: false, problem: problem ?? edited('branches'), saved };
}

function firstMissing(parts: Readonly<Record<string, unknown>>): LinkProblem | null {
  const missing = Object.entries(parts).find(([, part]) => part === null);
  return missing === undefined ? null : edited(missing[0]);
}

function edited(path: string): LinkProblem {
  return { kind: 'edited', position: null, path };
}

interface ReadTree {
  readonly tree: CommandTree;
  readonly lostCommands: number;
  readonly problem: LinkProblem | null;
}

/** Branches up to the first fault; what comes after it in another branch may build on it, and is lost too. */
function readTree(json: unknown, open: unknown, scenario: Scenario, within = ''): ReadTree {
  const list: readonly unknown[] = Array.isArray(json) ? json : [];
  const branches: CommandBranch[] = [];
  const lastOf = new Map<string, Command | undefined>();
  let problem: LinkProblem | null = null;
  let readCount = 0;
  for (const [i, branchJson] of list.entries()) {
    const { id, parent = null, commands, name } = fieldsOf(branchJson);
    const path = `${within}branches[${i}]`;
    if (!isName(id) || lastOf.has(id)) problem = edited(`${path}.id`);
    else if (parent !== null && (typeof parent !== 'string' || !lastOf.has(parent)))
      problem = edited(`${path}.parent`);
    else if (!Array.isArray(commands)) problem = edited(`${path}.commands`);
    else if (name !== undefined && !isName(name)) problem = edited(`${path}.name`);
    else {
      const previous = parent === null ? undefined : lastOf.get(parent);
      const read = readCommands(
        commands,
        `${path}.commands`,
        scenario,
        previous,
        LIMITS.commands - readCount,
      );
      readCount += read.commands.length;
      branches.push({ id, parent, commands: read.commands, ...(name === undefined ? {} : { name }) });
      lastOf.set(id, read.commands.at(-1) ?? previous);
      if (read.problems.length > 0) problem = { kind: 'bad-commands', problems: read.problems };
    }
    if (problem !== null) break;
  }
  const lostCommands = countCommands(list) - readCount;
  const isOpenKnown = typeof open === 'string' && branches.some((branch) => branch.id === open);
  const tree = {
    branches: branches.length > 0 ? branches : [{ id: 'a', parent: null, commands: [] }],
    open: isOpenKnown ? open : (branches[0]?.id ?? 'a'),
  };
  if (list.length === 0) problem ??= edited(`${within}branches`);
  if (!isOpenKnown) problem ??= edited('open');
  return { tree, lostCommands, problem };
}

function readCommands(
  list: readonly unknown[],
  path: string,
  scenario: Scenario,
  previous: Command | undefined,
  most: number,
): { readonly commands: readonly Command[]; readonly problems: readonly ScenarioProblem[] } {
  const commands: Command[] = [];
  let last = previous;
  for (const [i, json] of list.entries()) {
    const at = `${path}[${i}]`;
    if (i >= most) {
      const allowed = { kind: 'range', min: 0, max: LIMITS.commands } as const;
      return { commands, problems: [scenarioProblem('too-many', path, undefined, allowed)] };
    }
    const read = parseCommand(json, scenario, at);
    if (!read.ok) return { commands, problems: read.problems };
    if (last !== undefined && !isInOrder(last, read.command)) {
      return { commands, problems: [scenarioProblem('out-of-range', `${at}.at`, fieldsOf(json).at)] };
    }
    last = read.command;
    commands.push(read.command);
  }
  return { commands, problems: [] };
}

function readComparison(
  json: unknown,
  scenario: Scenario,
): { readonly compare: LinkedComparison | null; readonly problem: LinkProblem | null } {
  const { name, other: otherJson } = fieldsOf(json);
  const other = fieldsOf(otherJson);
  const broken = (problem: LinkProblem) => ({ compare: null, problem });
  if (!isName(name)) return broken(edited('compare.name'));
  if (!isName(other.name)) return broken(edited('compare.other.name'));
  if (!Array.isArray(other.commands)) return broken(edited('compare.other.commands'));
  const parsed = other.scenario === undefined ? null : parseScenario(other.scenario);
  if (parsed !== null && !parsed.ok) return broken({ kind: 'bad-scenario', problems: parsed.problems });
  const commands = readCommands(
    other.commands,
    'compare.other.commands',
    parsed?.scenario ?? scenario,
    undefined,
    LIMITS.commands,
  );
  if (commands.problems.length > 0) return broken({ kind: 'bad-commands', problems: commands.problems });
  return {
    compare: {
      name,
      other: { name: other.name, scenario: parsed?.scenario ?? null, commands: commands.commands },
    },
    problem: null,
  };
}

/** Futures of other scenarios, up to the first fault. */
function readOthers(json: unknown): {
  readonly list: readonly OtherFutures[];
  readonly problem: LinkProblem | null;
} {
  const list: OtherFutures[] = [];
  const broken = (problem: LinkProblem) => ({ list, problem });
  if (!Array.isArray(json) || json.length > MOST_OTHERS) return broken(edited('others'));
  for (const [i, one] of json.entries()) {
    const { scenario: scenarioJson, branches } = fieldsOf(one);
    const parsed = parseScenario(scenarioJson);
    if (!parsed.ok) return broken({ kind: 'bad-scenario', problems: parsed.problems });
    const first: unknown = Array.isArray(branches) ? branches[0] : undefined;
    const read = readTree(branches, fieldsOf(first).id, parsed.scenario, `others[${i}].`);
    if (read.problem !== null) return broken(read.problem);
    list.push({ scenario: parsed.scenario, branches: read.tree.branches });
  }
  return { list, problem: null };
}

function countCommands(branches: readonly unknown[]): number {
  const counts = branches.map((branch) => {
    const { commands } = fieldsOf(branch);
    return Array.isArray(commands) ? commands.length : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function readInstant(json: unknown): LinkInstant | null {
  const { timeUs, after } = fieldsOf(json);
  return isCount(timeUs) && isCount(after) ? { timeUs, after } : null;
}

function readPlace(json: unknown): LinkPlace | null {
  const { kind, lesson, stepId, moment: momentJson, files: filesJson } = fieldsOf(json);
  if (kind === 'lab') {
    if (filesJson === undefined) return { kind };
    const files = readFiles(filesJson);
    return files === null ? null : { kind, files };
  }
  if (kind !== 'lesson' || !isName(lesson)) return null;
  if (stepId !== null && !isName(stepId)) return null;
  if (momentJson === undefined) return { kind, lesson, stepId };
  const moment = readMoment(momentJson);
  return moment === null ? null : { kind, lesson, stepId, moment };
}

function readFiles(json: unknown): LinkedFiles | null {
  const { broker, partition, target: targetJson } = fieldsOf(json);
  if (!isCount(broker) || !isName(partition)) return null;
  if (targetJson === null) return { broker, partition, target: null };
  const { by, offset, timestampMs } = fieldsOf(targetJson);
  if (by === 'offset' && isCount(offset)) return { broker, partition, target: { by, offset } };
  if (by === 'timestamp' && (isCount(timestampMs) || timestampMs === MAX_TIMESTAMP))
    return { broker, partition, target: { by, timestampMs } };
  return null;
}

function readMoment(json: unknown): StepMoment | null {
  const { began: beganJson, commandsBefore, deed: deedJson } = fieldsOf(json);
  const began = readInstant(beganJson);
  if (began === null || !isCount(commandsBefore)) return null;
  if (deedJson === null) return { began, commandsBefore, deed: null };
  const { ended: endedJson, commands, reached } = fieldsOf(deedJson);
  const ended = readInstant(endedJson);
  if (ended === null || !isCount(commands) || typeof reached !== 'boolean') return null;
  return { began, commandsBefore, deed: { ended, commands, reached } };
}

function readText(json: unknown, form: RegExp): string | null {
  return isName(json) && form.test(json) ? json : null;
}

function isName(json: unknown): json is string {
  return typeof json === 'string' && json.length > 0 && json.length <= LONGEST_NAME;
}

function isCount(json: unknown): json is number {
  return (
    typeof json === 'number' && Number.isInteger(json) && json >= 0 && json <= MOST_US && !Object.is(json, -0)
  );
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Record<string, unknown>)
    : {};
}
