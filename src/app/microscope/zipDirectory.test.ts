import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { DirectoryFile } from '../../shared/LogDirectory.ts';
import { directoriesOf, readChosenFiles, unzipDirectories } from './zipDirectory.ts';

test('chosen files are one directory, and folders of a zip are several', async () => {
  const log = new File([new Uint8Array(70)], '00000000000000000000.log');
  const epochs = new File(['0\n0\n'], 'leader-epoch-checkpoint');
  expect(await readChosenFiles([log, epochs])).toMatchObject({
    ok: true,
    directories: [{ name: '', files: [{ 0: '00000000000000000000.log' }, {}] }],
  });
  const several = zipSync({
    'logs/a-0/00000000000000000000.log': new Uint8Array(1),
    'logs/b-1/00000000000000000007.log': new Uint8Array(1),
    'logs/meta.properties': new Uint8Array(1),
  });
  const read = await unzipDirectories('logs.zip', several);
  expect(read.ok && read.directories.map(({ name }) => name)).toEqual(['a-0', 'b-1']);
  // Files at the top of a zip are a directory with its name.
  const flat = await unzipDirectories('t-0.zip', zipSync({ 'partition.metadata': new Uint8Array(1) }));
  expect(flat).toMatchObject({ ok: true, directories: [{ name: 't-0' }] });
});

test('what is no directory is refused with its reason', async () => {
  expect(await readChosenFiles([])).toEqual({ ok: false, problem: { kind: 'no-files' } });
  expect(await readChosenFiles([new File(['hello'], 'notes.txt')])).toEqual({
    ok: false,
    problem: { kind: 'no-files' },
  });
  expect(await readChosenFiles([new File(['no zip'], 'payments-0.zip')])).toEqual({
    ok: false,
    problem: { kind: 'not-a-zip', name: 'payments-0.zip' },
  });
  const gone = new File(['x'], 'gone.log');
  gone.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
  expect(await readChosenFiles([gone])).toEqual({
    ok: false,
    problem: { kind: 'unreadable', name: 'gone.log' },
  });
  const files: DirectoryFile[] = [['a/notes.txt', new Uint8Array(1)]];
  expect(directoriesOf(files, 'a').ok).toBe(false);
});
