import { encodeLink } from '../src/link/encodeLink.ts';
import { singleBranch } from '../src/link/commandTree.ts';
import type { SharedLink } from '../src/link/SharedLink.ts';
import { toBase64Url } from '../src/link/base64url.ts';
import { checksum } from '../src/link/checksum.ts';
import { deflate } from '../src/link/deflate.ts';
import { parseScenarioText } from '../src/scenario/parseScenario.ts';
import type { Scenario } from '../src/scenario/Scenario.ts';
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../src/shared/engineVersion.ts';

const ROOT = join(import.meta.dirname, '..');
export const presetFile = (id: string): string => join(ROOT, `content/scenarios/presets/${id}.json`);

export function presetScenario(id: string): Scenario {
  const parsed = parseScenarioText(readFileSync(presetFile(id), 'utf8'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

/** A link to 5 s of the first cluster with a kill at 2 s, changed as the test wants it. */
export async function madeLink(changes: Partial<SharedLink> = {}): Promise<string> {
  const encoded = await encodeLink({
    scenario: presetScenario('three-brokers'),
    tree: singleBranch([{ atUs: 2_000_000, after: 0, kind: 'KillBroker', broker: 1 }]),
    instant: { timeUs: 5_000_000, after: 0 },
    place: { kind: 'lab' },
    engineVersion: ENGINE_VERSION,
    digest: '0000000000000000',
    ...changes,
  });
  if (!encoded.ok) throw new Error('too long');
  return encoded.hash;
}

/** A link with any content at all, whole and with the right checksum. */
export async function linkOf(content: unknown): Promise<string> {
  const bytes = await deflate(JSON.stringify(content));
  return `#/l/1.${toBase64Url(bytes)}.${checksum(bytes)}`;
}

/** What `npm run --silent simulate -- …` prints. */
export async function simulate(...args: readonly string[]): Promise<{ digest: string; nowMs: number }> {
  const child = spawn('npm', ['run', '--silent', 'simulate', '--', ...args], { cwd: ROOT });
  let printed = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`simulate ended with ${String(code)}: ${complaints}`);
  return JSON.parse(printed) as { digest: string; nowMs: number };
}
