import type { Command, Scenario } from '../scenario/Scenario.ts';
import type { ScenarioProblem } from '../scenario/ScenarioProblem.ts';
import type { LookUpTarget } from '../shared/LogDirectory.ts';
import type { Bookmark } from '../shared/bookmarks.ts';
import type { BrokerId, Micros, TopicPartition } from '../shared/units.ts';

/** All that a link says: enough to see in another browser what its maker saw, to the bit. */
export interface SharedLink {
  readonly scenario: Scenario;
  readonly tree: CommandTree;
  readonly instant: LinkInstant;
  readonly place: LinkPlace;
  /** What its maker named; left out where nothing was. */
  readonly bookmarks?: readonly Bookmark[];
  /** The engine that made it, and what its state came to at that instant. */
  readonly engineVersion: string;
  readonly digest: string;
  /** The open branch stands beside another run; left out: alone. */
  readonly compare?: LinkedComparison;
  /** What was tried with the scenario changed, by scenario; left out: nothing. */
  readonly others?: readonly OtherFutures[];
}

/** Futures of one other scenario: branches as in a tree, of which none is open. */
export interface OtherFutures {
  readonly scenario: Scenario;
  readonly branches: readonly CommandBranch[];
}

/** What a run is compared with. */
export interface LinkedComparison {
  /** What the open branch is called beside the other. */
  readonly name: string;
  readonly other: {
    readonly name: string;
    /** null: that of the link. */
    readonly scenario: Scenario | null;
    /** From the start of the run. */
    readonly commands: readonly Command[];
  };
}

/** Exact point of a run, as `Instant` of the engine. */
export interface LinkInstant {
  readonly timeUs: Micros;
  readonly after: number;
}

/** Where the reader was. */
export type LinkPlace =
  /** `files`: over the Lab stood the files of a replica. */
  | { readonly kind: 'lab'; readonly files?: LinkedFiles }
  | {
      readonly kind: 'lesson';
      readonly lesson: string;
      readonly stepId: string | null;
      /** What the run is to that step; left out where nobody knew. */
      readonly moment?: StepMoment;
    };

/** The files of a replica, and what was looked up in them; null: the last record. */
export interface LinkedFiles {
  readonly broker: BrokerId;
  readonly partition: TopicPartition;
  readonly target: LookUpTarget | null;
}

/** A run seen from a step of a lesson: where the step began in it, and its deed. What came of it, the replay tells. */
export interface StepMoment {
  /** Where the step stood ready. */
  readonly began: LinkInstant;
  /** So many commands, counted from the first, had brought it there. */
  readonly commandsBefore: number;
  /** null: the deed of the step is not in this run. */
  readonly deed: {
    readonly ended: LinkInstant;
    /** So many commands, counted from the first, were given up to its end. */
    readonly commands: number;
    /** It came to what the text tells. */
    readonly reached: boolean;
  } | null;
}

/** Futures that were tried. A branch goes on from the end of its parent; a fork in the middle splits the parent in two. */
export interface CommandTree {
  /** Parents before their children. */
  readonly branches: readonly CommandBranch[];
  /** Id of the branch that is open. */
  readonly open: string;
}

export interface CommandBranch {
  readonly id: string;
  readonly parent: string | null;
  readonly commands: readonly Command[];
  /** As a reader called it; left out: nobody did. */
  readonly name?: string;
}

/** What a link could not be read for. `position` counts characters of the text given; null where nobody can know. */
export type LinkProblem =
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'newer-version'; readonly version: number; readonly known: number }
  /** It ends too early: a mail program or a chat shortened it. */
  | { readonly kind: 'cut-off'; readonly position: number }
  /** Complete, and not what was made. `path` names the part of the content, where one is at fault. */
  | { readonly kind: 'edited'; readonly position: number | null; readonly path: string | null }
  | {
      readonly kind: 'too-long';
      readonly what: 'text' | 'content';
      readonly length: number;
      readonly limit: number;
    }
  | { readonly kind: 'bad-scenario'; readonly problems: readonly ScenarioProblem[] }
  | { readonly kind: 'bad-commands'; readonly problems: readonly ScenarioProblem[] };

/** What could be read of a link that is broken. Each part is whole and valid by itself, or null. */
export interface SavedParts {
  readonly scenario: Scenario | null;
  /** The scenario as it stands in the link, when it is complete but not valid: to be mended by hand. */
  readonly scenarioJson: unknown;
  /** Commands up to the first that could not be read; null without a scenario. */
  readonly tree: CommandTree | null;
  /** Commands that stand in the readable part and are not in `tree`. */
  readonly lostCommands: number;
  readonly instant: LinkInstant | null;
  readonly place: LinkPlace | null;
  readonly engineVersion: string | null;
  readonly digest: string | null;
}

export type DecodedLink =
  | { readonly ok: true; readonly link: SharedLink }
  | { readonly ok: false; readonly problem: LinkProblem; readonly saved: SavedParts };

export const NOTHING_SAVED: SavedParts = {
  scenario: null,
  scenarioJson: null,
  tree: null,
  lostCommands: 0,
  instant: null,
  place: null,
  engineVersion: null,
  digest: null,
};
