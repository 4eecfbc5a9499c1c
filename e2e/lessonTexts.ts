import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../content/lessons');

export interface StepText {
  readonly id: string;
  readonly title: string;
  /** What its main button does; null: it is read, or played with freely. */
  readonly deed: string | null;
  readonly asks: boolean;
}

export interface LessonText {
  readonly slug: string;
  readonly title: string;
  readonly steps: readonly StepText[];
}

/** Every lesson that is written, as its own text has it. */
export const LESSON_TEXTS: readonly LessonText[] = readdirSync(FOLDER)
  .filter((folder) => existsSync(join(FOLDER, folder, 'en.mdx')))
  .map((folder) => {
    const text = readFileSync(join(FOLDER, folder, 'en.mdx'), 'utf8');
    return {
      slug: folder.replace(/^\d+-/, ''),
      title: /^title: (.*)$/m.exec(text)?.[1] ?? '',
      steps: text
        .split(/(?=<Step\s)/)
        .slice(1)
        .map((part) => {
          const attribute = (name: string) =>
            new RegExp(`^<Step[^>]*\\s${name}="([^"]*)"`).exec(part)?.[1] ?? null;
          return {
            id: attribute('id') ?? '',
            title: attribute('title') ?? '',
            deed: attribute('deed'),
            asks: part.includes('<Predict'),
          };
        }),
    };
  });
