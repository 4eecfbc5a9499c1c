import { realpathSync } from 'node:fs';

/** Whether the file of this import.meta was started itself, and not imported; also through a symbolic link. */
export function isMain(meta) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(meta.filename);
}
