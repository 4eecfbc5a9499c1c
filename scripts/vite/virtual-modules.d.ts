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
    readonly stepCount: number;
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
