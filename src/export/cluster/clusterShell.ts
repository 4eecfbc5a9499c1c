import { FILES_FOLDER } from './composeFile.ts';
import { shellQuote, shellWords } from './shellQuote.ts';

/** Longer than any controlled shutdown or close() should take; then Docker kills. */
const STOP_TIMEOUT_S = 600;

/** Lines of the script. `run` says a command and carries it out; `c` is a container of the project. */
export const clusterShell = {
  /** SIGKILL. */
  kill: (service: string): string => `run docker kill -s KILL ${container(service)}`,
  /** SIGTERM; the script goes on. */
  stop: (service: string): string => `run docker stop -t ${STOP_TIMEOUT_S} ${container(service)} &`,
  docker: (what: 'start' | 'pause' | 'unpause', service: string): string =>
    `run docker ${what} ${container(service)}`,
  inside: (service: string, words: readonly string[], user?: string): string =>
    `run docker exec ${user === undefined ? '' : `-u ${user} `}${container(service)} ${shellWords(words)}`,
  /** A word to the script that feeds a producer. */
  tell: (service: string, words: string): string => `tell ${service} ${words}`,
  restartWith: (service: string, path: string): string => `restart_with ${service} ${shellQuote(path)} &`,
  emptyFolders: (service: string, folders: readonly string[]): string =>
    `run docker run --rm -u root --volumes-from ${container(service)} --entrypoint rm "$image" -rf ${shellWords(folders)}`,
} as const;

/** A command line tool of Kafka, asked of the cluster. */
export function tool(name: string, ...args: string[]): string {
  return `tool ${shellWords([name, ...args])}`;
}

/** Where a tool finds a file of the export. */
export function fileInContainer(path: string): string {
  return `${FILES_FOLDER}/${path}`;
}

function container(service: string): string {
  return `"$project-${service}"`;
}
