import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface WrittenStep {
  readonly id: string;
  readonly title: string;
  /** What its button says; null: a step without a deed. */
  readonly deed: string | null;
  readonly asks: 'choice' | 'number' | null;
  /** What the picture points at once the deed is done. */
  readonly focus: readonly string[];
}

export interface WrittenLesson {
  readonly number: number;
  readonly slug: string;
  readonly title: string;
  readonly steps: readonly WrittenStep[];
}

const FOLDER = 'content/lessons';

/** The lessons that are there, as their files tell: what a test of all of them needs. */
export const WRITTEN_LESSONS: readonly WrittenLesson[] = readdirSync(FOLDER)
  .filter((name) => existsSync(join(FOLDER, name, 'en.mdx')))
  .sort()
  .map(readLesson);

function readLesson(name: string): WrittenLesson {
  const text = readFileSync(join(FOLDER, name, 'en.mdx'), 'utf8');
  const { steps } = JSON.parse(readFileSync(join(FOLDER, name, 'steps.json'), 'utf8')) as {
    steps: { id: string; predict?: { kind: 'choice' | 'number' }; focus?: string[] }[];
  };
  const tags = new Map(
    [...text.matchAll(/<Step\b[^>]*>/g)].map(([tag]) => [attribute(tag, 'id') ?? '', tag]),
  );
  return {
    number: Number(name.slice(0, 2)),
    slug: name.slice(3),
    title: /^title: (.*)$/m.exec(text)?.[1] ?? '',
    steps: steps.map(({ id, predict, focus }) => ({
      id,
      title: attribute(tags.get(id) ?? '', 'title') ?? '',
      deed: attribute(tags.get(id) ?? '', 'deed'),
      asks: predict?.kind ?? null,
      focus: focus ?? [],
    })),
  };
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
}
