import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { freePorts } from './freePorts.ts';
import { JAVA_OPTIONS } from './javaOptions.ts';
import { Processes } from './Processes.ts';

const STARTED = 'Kafka Server started';
const LONGEST_START_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Starts one server and lets its JVM write an archive of the classes that it has loaded (class data sharing): a node that starts with it uses half
 * of the processor time. Without the archive all goes on as well, more slowly.
 *
 * @param archive where it is written.
 */
export async function archiveClasses(classPath: string, archive: string): Promise<void> {
  const processes = new Processes();
  try {
    const log = join(processes.folder, 'server.log');
    const properties = join(processes.folder, 'server.properties');
    const unfinished = join(processes.folder, 'classes.jsa');
    writeFileSync(properties, await propertiesOf(join(processes.folder, 'data')));
    const options = [...JAVA_OPTIONS, `-Dhighwater.log=${log}`];
    const run = (more: readonly string[], main: string, args: readonly string[]) =>
      processes.java([...options, ...more], classPath, main, args, 'ignore');
    const formatting = ['format', '-t', 'aGlnaHdhdGVyLWNsYXNzZXM', '-c', properties];
    await ended(run([], 'kafka.tools.StorageTool', formatting));
    const server = run([`-XX:ArchiveClassesAtExit=${unfinished}`, '-Xlog:disable'], 'kafka.Kafka', [
      properties,
    ]);
    const gone = ended(server);
    await Promise.race([gone, until(() => existsSync(log) && readFileSync(log, 'utf8').includes(STARTED))]);
    server.kill('SIGTERM');
    await gone;
    mkdirSync(dirname(archive), { recursive: true });
    if (existsSync(unfinished)) move(unfinished, archive);
  } finally {
    await processes.endAll();
  }
}

async function propertiesOf(dataFolder: string): Promise<string> {
  const [brokerPort, controllerPort] = await freePorts(2);
  return [
    'node.id=1',
    'process.roles=broker,controller',
    `controller.quorum.voters=1@127.0.0.1:${String(controllerPort)}`,
    `listeners=PLAINTEXT://127.0.0.1:${String(brokerPort)},CONTROLLER://127.0.0.1:${String(controllerPort)}`,
    'controller.listener.names=CONTROLLER',
    'listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
    'log.cleaner.dedupe.buffer.size=4194304',
    `log.dirs=${dataFolder}`,
    '',
  ].join('\n');
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
  });
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + LONGEST_START_MS;
  while (!isSo() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}

/** Also to another file system, in one step there. */
function move(from: string, to: string): void {
  const beside = `${to}.new`;
  writeFileSync(beside, readFileSync(from));
  renameSync(beside, to);
}
