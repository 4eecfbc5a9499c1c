import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'highwater-serve-'));
let server: ChildProcess;
let address = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'site/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'site/index.html'), '<h1>home</h1>');
  writeFileSync(join(folder, 'site/assets/a-1.js'), 'export {};\n'.repeat(100));
  const args = [
    'scripts/serve.mjs',
    '--port',
    '0',
    '--base',
    '/courses/kafka/',
    '--dir',
    join(folder, 'site'),
  ];
  server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  address = await new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error('the server ended')));
    server.stdout?.once('data', (text: Buffer) => resolve(/http\S+/.exec(text.toString())?.[0] ?? ''));
  });
});

afterAll(() => {
  server.removeAllListeners('exit').kill();
  rmSync(folder, { recursive: true });
});

/** Sends the path as it is; fetch would tidy it up. */
async function rawStatus(path: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', reject).once('data', (text) => {
      resolve(text.toString().slice(9, 12));
      socket.destroy();
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  });
}

test('servesThePageAtTheBasePathOnly', async () => {
  expect(address).toMatch(/^http:\/\/localhost:\d+\/courses\/kafka\/$/);
  const page = await fetch(address);
  expect(await page.text()).toBe('<h1>home</h1>');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await fetch(new URL('/', address))).status).toBe(404);
  expect((await fetch(new URL('missing.js', address))).status).toBe(404);
  expect((await fetch(address.slice(0, -1))).url).toBe(address);
});

test('zipsTextWhenAskedTo', async () => {
  const script = new URL('assets/a-1.js', address);
  const zipped = await fetch(script, { headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(zipped.headers.get('cache-control')).toContain('immutable');
  expect(await zipped.text()).toContain('export {};');
  const plain = await fetch(script, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('content-length')).toBe('1100');
});

test('neverLeavesItsFolder', async () => {
  expect(await rawStatus('/courses/kafka/index.html')).toBe('200');
  for (const path of [
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '..%5csecret.txt',
    '%00',
    '%',
  ]) {
    expect(await rawStatus(`/courses/kafka/${path}`), path).toBe('404');
  }
});
