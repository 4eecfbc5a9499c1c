import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Plugin } from 'vite';
import { z } from 'zod';

/**
 * `virtual:lesson-catalog`: the course index, read from `content/lessons/<nn-slug>/` when the page is built.
 *
 * Only what an index shows is in it; text, steps and scenario of a lesson are loaded when it is opened. An
 * eager import.meta.glob of the frontmatter beside a lazy one of the same files would pull every lesson
 * into the main chunk. A frontmatter that does not fit fails the build and names file and field.
 */
export function lessonCatalog(root: string): Plugin {
  const id = 'virtual:lesson-catalog';
  const lessonsFolder = join(root, 'content/lessons');
  return {
    name: 'highwater:lesson-catalog',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const lessons = readLessons(lessonsFolder);
      for (const lesson of lessons) for (const file of lesson.watched) this.addWatchFile(file);
      return `export const lessonCatalog = [\n${lessons.map((lesson) => lesson.code).join(',\n')}\n];\n`;
    },
    configureServer(server) {
      // A new lesson, or a new title, is a new catalogue.
      server.watcher.add(lessonsFolder).on('all', (_event, path) => {
        const module = server.moduleGraph.getModuleById(`\0${id}`);
        if (module && path.startsWith(lessonsFolder)) server.moduleGraph.invalidateModule(module);
      });
    },
  };
}

/** What every lesson says of itself at the top of each `<language>.mdx`; further fields pass through. */
const frontmatterSchema = z.looseObject({
  title: z.string().min(1),
  question: z.string().min(1),
});

const FOLDER = /^(\d\d)-([a-z0-9-]+)$/;

export function readLessons(lessonsFolder: string): { code: string; watched: string[] }[] {
  if (!existsSync(lessonsFolder)) return [];
  const folders = readdirSync(lessonsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return folders.flatMap((folder) => {
    const parts = FOLDER.exec(folder);
    if (!parts)
      throw new Error(`content/lessons/${folder}: a lesson folder is called <nn-slug>, as in 06-acks`);
    const files = readdirSync(join(lessonsFolder, folder));
    if (!files.includes('en.mdx')) return []; // Being written.
    const texts = files.filter((file) => /^[a-z]{2}\.mdx$/.test(file)).sort();
    const address = `/content/lessons/${folder}`;
    const importing = (file: string) => `() => import(${JSON.stringify(`${address}/${file}`)})`;
    const text = Object.fromEntries(
      texts.map((file) => [file.slice(0, 2), readFrontmatter(join(lessonsFolder, folder, file))]),
    );
    const fields = [
      `id: ${JSON.stringify(parts[2])}`,
      `number: ${Number(parts[1])}`,
      `stepIds: ${JSON.stringify(readStepIds(join(lessonsFolder, folder, 'steps.json')))}`,
      `text: ${JSON.stringify(text)}`,
      `load: { ${texts.map((file) => `${file.slice(0, 2)}: ${importing(file)}`).join(', ')} }`,
      ...(files.includes('steps.json') ? [`loadSteps: ${importing('steps.json')}`] : []),
      ...(files.includes('scenario.json') ? [`loadScenario: ${importing('scenario.json')}`] : []),
    ];
    const watched = [...texts, 'steps.json']
      .map((file) => join(lessonsFolder, folder, file))
      .filter((file) => existsSync(file));
    return [{ code: `  { ${fields.join(',\n    ')} }`, watched }];
  });
}

function readFrontmatter(file: string): z.infer<typeof frontmatterSchema> {
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(file, 'utf8'));
  if (!block) throw new Error(`${file}: no frontmatter (--- at the top)`);
  const result = frontmatterSchema.safeParse(parse(block[1] ?? ''));
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `${issue.path.join('.') || 'frontmatter'}: ${issue.message}`,
  );
  throw new Error(`${file}: ${problems.join('; ')}`);
}

/** steps.json is a list of steps, or holds one under `steps`; its shape is checked by src/lessons. */
function readStepIds(file: string): string[] {
  if (!existsSync(file)) return [];
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const steps = typeof json === 'object' && json !== null && 'steps' in json ? json.steps : json;
  return z
    .array(z.object({ id: z.string() }))
    .parse(steps)
    .map((step) => step.id);
}
