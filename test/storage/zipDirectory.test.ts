import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readChosenFiles, unzipDirectories, zipDirectory } from '../../src/app/microscope/zipDirectory.ts';
import { decodeDirectory, encodeDirectory } from '../../src/engine/storage/format/partitionDirectory.ts';
import { anyPartition } from './arbitraries.ts';
import { KAFKA_DIRECTORIES } from './kafkaFiles.ts';

const zipped = (name: string, files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> =>
  zipDirectory(name, [...files]);

test('[segment-files] any directory is the same after a zip, and the zip is the same each time', async () => {
  await fc.assert(
    fc.asyncProperty(anyPartition, async (partition) => {
      const files = encodeDirectory(partition);
      const zip = zipped('payments-0', files);
      expect(zipped('payments-0', files)).toEqual(zip);
      const read = await unzipDirectories('payments-0.zip', zip);
      if (!read.ok) throw new Error(read.problem.kind);
      expect(read.directories.map(({ name }) => name)).toEqual(['payments-0']);
      const again = new Map(read.directories[0]!.files);
      expect(again).toEqual(files);
      expect(decodeDirectory(again)).toEqual({ partition, problems: [], preallocatedBytes: 0 });
    }),
    { numRuns: 30 },
  );
});

test.each(KAFKA_DIRECTORIES)(
  '[segment-files] the directory that Kafka $name goes through a zip',
  async ({ files }) => {
    const read = await readChosenFiles([new File([zipped('t-0', files)], 't-0.zip')]);
    expect(read).toMatchObject({ ok: true, directories: [{ name: 't-0' }] });
    if (read.ok) expect(new Map(read.directories[0]!.files)).toEqual(files);
  },
);
