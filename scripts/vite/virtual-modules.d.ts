declare module 'virtual:lesson-catalog' {
  import type { MDXContent } from 'mdx/types';

  export interface LessonFrontmatter {
    readonly title: string;
    readonly question: string;
    readonly [field: string]: unknown;
  }

  /** One lesson of the course, without its text. Made by scripts/vite/lessonCatalog.ts. */
  export interface LessonCatalogEntry {
    /** The slug: `acks-and-min-insync` of the folder `06-acks-and-min-insync`. */
    readonly id: string;
    readonly number: number;
    /** In their order; none while only the text is written. */
    readonly stepIds: readonly string[];
    /** By language; `en` is always there. */
    readonly text: { readonly en: LessonFrontmatter; readonly [language: string]: LessonFrontmatter };
    readonly load: {
      readonly en: () => Promise<{ readonly default: MDXContent; readonly frontmatter: LessonFrontmatter }>;
      readonly [language: string]: () => Promise<{
        readonly default: MDXContent;
        readonly frontmatter: LessonFrontmatter;
      }>;
    };
    readonly loadSteps?: () => Promise<{ readonly default: unknown }>;
    readonly loadScenario?: () => Promise<{ readonly default: unknown }>;
  }

  /** In the order of the course. */
  export const lessonCatalog: readonly LessonCatalogEntry[];
}

declare module 'virtual:fidelity-marks' {
  export type FidelityState = 'verified' | 'modelled' | 'simplified' | 'not-modelled';

  /** What one control is told: how true its rules are taken together, and which they are. */
  export interface ControlMark {
    readonly state: FidelityState;
    readonly rules: readonly string[];
  }

  /** By the name of a config, a command or a place. Made by scripts/vite/fidelity.ts. */
  export const fidelityMarks: Readonly<Record<string, ControlMark>>;
}

declare module 'virtual:other-versions' {
  /** How another version of Kafka differs. Made by scripts/vite/fidelity.ts from src/engine/model/otherVersions.ts. */
  export interface VersionNote {
    readonly id: string;
    readonly area: string;
    readonly versions: string;
    readonly there: string;
    readonly here: string;
    readonly source: string;
    /** A rule of the ledger. */
    readonly rule?: string;
  }

  export const otherVersions: readonly VersionNote[];
}

declare module 'virtual:fidelity-ledger' {
  import type { FidelityState } from 'virtual:fidelity-marks';

  /** One rule of the model. Made by scripts/vite/fidelity.ts from src/engine/model and the results of the tests. */
  export interface FidelityEntry {
    readonly id: string;
    readonly area: string;
    readonly title: string;
    readonly source: string;
    readonly state: FidelityState;
    readonly verified: boolean;
    readonly reason: string | null;
    readonly consequence: string | null;
    readonly controls: readonly string[];
    /** `file > title` of every test that carries its id. */
    readonly tests: readonly string[];
  }

  export const fidelityEntries: readonly FidelityEntry[];
}

declare module 'virtual:conformance' {
  /** A scenario that was run on Apache Kafka itself. Made by scripts/vite/fidelity.ts from conformance/. */
  export interface ConformanceRow {
    readonly scenario: string;
    readonly asks: string;
    readonly kafkaVersions: readonly { readonly version: string; readonly runs: number }[];
    readonly rules: readonly string[];
    readonly differs: readonly { readonly lane: string; readonly because: string }[];
    readonly windowMs: { readonly early: number; readonly late: number };
  }

  export const conformanceRows: readonly ConformanceRow[];

  /** A group of vectors as one version of Kafka's classes answered it. */
  export interface VectorRow {
    readonly group: string;
    readonly classes: string;
    readonly kafkaVersion: string;
    readonly cases: number;
    readonly executed: number;
    readonly same: number;
    readonly differs: readonly { readonly ids: readonly string[]; readonly because: string }[];
  }

  export const vectorRows: readonly VectorRow[];
}
