import { unzip, zipSync, type UnzipFileInfo } from 'fflate';
import type { DirectoryFile } from '../../shared/LogDirectory.ts';

/** What keeps files from being read. The sentences are in i18n. */
export type DirectoryReadProblem =
  | { readonly kind: 'not-a-zip'; readonly name: string }
  | { readonly kind: 'unreadable'; readonly name: string }
  | { readonly kind: 'too-large'; readonly limitBytes: number }
  | { readonly kind: 'no-files' };

/** Files of one directory, with the name of that. */
export interface ReadDirectory {
  readonly name: string;
  readonly files: readonly DirectoryFile[];
}

export type DirectoriesRead =
  | { readonly ok: true; readonly directories: readonly ReadDirectory[] }
  | { readonly ok: false; readonly problem: DirectoryReadProblem };

/** As much as a browser holds without trouble, twice: as files and as what was read of them. */
export const MOST_READ_BYTES = 256 * 1024 * 1024;
/** A fixed date: the same directory gives the same zip. */
const ZIP_DATE = new Date(2026, 8, 29, 12);
/** Logs compress badly, and a click should not wait. */
const ZIP_LEVEL = 1;
const OF_A_DIRECTORY =
  /^\d{20}\.(log|index|timeindex|txnindex|snapshot)$|^leader-epoch-checkpoint$|^partition\.metadata$/;

/** A zip with one folder, as `zip -r payments-0.zip payments-0` makes it. */
export function zipDirectory(name: string, files: readonly DirectoryFile[]): Uint8Array<ArrayBuffer> {
  const contents = Object.fromEntries(files.map(([file, bytes]) => [`${name}/${file}`, bytes]));
  return new Uint8Array(zipSync(contents, { level: ZIP_LEVEL, mtime: ZIP_DATE }));
}

/** The directories in a zip: each folder in which a partition's files stand, or the zip itself. */
export async function unzipDirectories(zipName: string, bytes: Uint8Array): Promise<DirectoriesRead> {
  let left = MOST_READ_BYTES;
  const filter = ({ originalSize, name }: UnzipFileInfo): boolean => {
    left -= originalSize;
    return left >= 0 && !name.endsWith('/');
  };
  const entries = await new Promise<Record<string, Uint8Array> | null>((resolve) =>
    unzip(bytes, { filter }, (error, read) => resolve(error === null ? read : null)),
  );
  if (entries === null) return { ok: false, problem: { kind: 'not-a-zip', name: zipName } };
  if (left < 0) return { ok: false, problem: { kind: 'too-large', limitBytes: MOST_READ_BYTES } };
  return directoriesOf(
    Object.entries(entries).map(([path, content]) => [path, content]),
    zipName.replace(/\.zip$/i, ''),
  );
}

/** The directories that these paths are in; without a folder it is `otherwise`. */
export function directoriesOf(files: readonly DirectoryFile[], otherwise: string): DirectoriesRead {
  const byFolder = new Map<string, DirectoryFile[]>();
  for (const [path, bytes] of files) {
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), [path.slice(slash + 1), bytes]]);
  }
  const directories = [...byFolder]
    .filter(([, content]) => content.some(([name]) => OF_A_DIRECTORY.test(name)))
    .map(([folder, content]) => ({
      name: folder === '' ? otherwise : folder.slice(folder.lastIndexOf('/') + 1),
      files: content,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return directories.length === 0 ? { ok: false, problem: { kind: 'no-files' } } : { ok: true, directories };
}

/** What somebody chose: one zip, or the files of a directory. */
export async function readChosenFiles(chosen: readonly File[]): Promise<DirectoriesRead> {
  const [first] = chosen;
  if (first === undefined) return { ok: false, problem: { kind: 'no-files' } };
  if (chosen.reduce((sum, { size }) => sum + size, 0) > MOST_READ_BYTES)
    return { ok: false, problem: { kind: 'too-large', limitBytes: MOST_READ_BYTES } };
  const files: DirectoryFile[] = [];
  for (const file of chosen) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (chosen.length === 1 && isZip(file.name, bytes)) return await unzipDirectories(file.name, bytes);
      files.push([file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, bytes]);
    } catch {
      return { ok: false, problem: { kind: 'unreadable', name: file.name } };
    }
  }
  return directoriesOf(files, first.name);
}

/** By its first two bytes, or by the name that somebody gave it. */
function isZip(name: string, bytes: Uint8Array): boolean {
  return (bytes[0] === 0x50 && bytes[1] === 0x4b) || /\.zip$/i.test(name);
}
