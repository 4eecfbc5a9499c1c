import { describe, expect, test } from 'vitest';
import { parseScenario } from '../scenario/parseScenario.ts';
import { firstFuture, followRun, forkAt, open, rename } from './futures/futures.ts';
import { KeptText, type TextStorage } from './keptText.ts';
import { createLabStore, LAB_BACKUP_KEY, type SavedLab } from './labStore.ts';
import { createPreferencesStore, DEFAULT_PLAY_PREFERENCES } from './preferencesStore.ts';
import { createProgressStore, NOT_BEGUN, selectLesson } from './progressStore.ts';

class FakeStorage implements TextStorage {
  readonly texts = new Map<string, string>();
  isFull = false;
  getItem(key: string): string | null {
    return this.texts.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.texts.set(key, text);
  }
  removeItem(key: string): void {
    this.texts.delete(key);
  }
}

const parsed = parseScenario({
  highwater: 1,
  brokers: [{ 'node.id': 1 }],
  topics: [{ name: 'payments', partitions: 1, 'replication.factor': 1 }],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const lab: SavedLab = {
  scenario: parsed.scenario,
  commands: [{ atUs: 1500, after: 2, kind: 'KillBroker', broker: 1 }],
  instant: { timeUs: 2000, after: 1 },
};

const FUTURES = rename(
  open(followRun(forkAt(firstFuture(lab), lab.instant), { ...lab, commands: [] }), 'f1'),
  'f2',
  'quiet',
);

describe('preferences', () => {
  test('are the same after a reload', () => {
    const storage = new FakeStorage();
    createPreferencesStore(new KeptText(storage)).setState({
      pacing: 'steady',
      verbosity: 'rpc',
      metrics: ['kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions'],
    });
    expect(createPreferencesStore(new KeptText(storage)).getState()).toEqual({
      ...DEFAULT_PLAY_PREFERENCES,
      pacing: 'steady',
      verbosity: 'rpc',
      metrics: ['kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions'],
    });
  });

  test.each([
    '{',
    '[]',
    'null',
    '{"pacing":7,"speed":"fast","verbosity":"loud","metrics":[7]}',
    '{"metrics":"all"}',
  ])('%s gives the defaults', (text) => {
    const storage = new FakeStorage();
    storage.texts.set('highwater.play', text);
    expect(createPreferencesStore(new KeptText(storage)).getState()).toEqual(DEFAULT_PLAY_PREFERENCES);
  });

  test('work where nothing can be kept', () => {
    const store = createPreferencesStore(new KeptText(null));
    store.setState({ pacing: 'steady' });
    expect(store.getState().pacing).toBe('steady');
  });
});

describe('progress', () => {
  test('steps, answers and the open step are the same after a reload', () => {
    const storage = new FakeStorage();
    const progress = createProgressStore(new KeptText(storage));
    progress.openStep('acks', 'kill');
    progress.answer('acks', 'q1', 'refused');
    progress.finishStep('acks', 'kill');
    progress.finishStep('acks', 'kill');
    const lesson = selectLesson('acks')(createProgressStore(new KeptText(storage)).store.getState());
    expect(lesson).toEqual({ stepId: 'kill', stepsDone: ['kill'], answers: { q1: 'refused' } });
    progress.restart('acks');
    expect(selectLesson('acks')(progress.store.getState())).toBe(NOT_BEGUN);
  });

  test('a lesson that is called like a built-in is not begun', () => {
    expect(selectLesson('constructor')(createProgressStore(new KeptText(null)).store.getState())).toBe(
      NOT_BEGUN,
    );
  });
});

describe('the Lab', () => {
  test('is the same after a reload', () => {
    const storage = new FakeStorage();
    createLabStore(new KeptText(storage)).save(lab);
    expect(createLabStore(new KeptText(storage)).store.getState()).toMatchObject({
      saved: lab,
      notice: null,
    });
  });

  test.each([
    ['{', 'not-json', ''],
    ['{"scenario":{"highwater":1,"brokerz":[]}}', 'bad-scenario', 'brokerz'],
    [
      '{"scenario":{"highwater":1,"brokers":[]},"commands":[{"at":0,"kind":"KillBroker","broker":9}]}',
      'bad-commands',
      'commands[0].broker',
    ],
  ])('%s is put aside and the reason told', (text, reason, path) => {
    const storage = new FakeStorage();
    storage.texts.set('highwater.lab', text);
    const { store, save, dismissNotice } = createLabStore(new KeptText(storage));
    expect(store.getState()).toMatchObject({
      saved: null,
      notice: { kind: 'unreadable', reason, backupKey: LAB_BACKUP_KEY },
    });
    const { notice } = store.getState();
    if (notice?.kind === 'unreadable' && path !== '') expect(notice.problems[0]?.path).toBe(path);
    save(lab);
    expect(storage.texts.get(LAB_BACKUP_KEY)).toBe(text);
    dismissNotice();
    expect(store.getState().notice).toBeNull();
  });

  test('a full storage is told and the Lab goes on', () => {
    const storage = new FakeStorage();
    const { store, save, dismissNotice } = createLabStore(new KeptText(storage));
    storage.isFull = true;
    save(lab);
    expect(store.getState()).toMatchObject({ saved: lab, notice: { kind: 'not-kept', why: 'full' } });
    dismissNotice();
    save(lab);
    expect(store.getState().notice).toBeNull();
    storage.isFull = false;
    save(lab);
    storage.isFull = true;
    save(lab);
    expect(store.getState().notice).toEqual({ kind: 'not-kept', why: 'full' });
  });

  test('a browser without storage is told by another reason', () => {
    const { store, save } = createLabStore(new KeptText(null));
    save(lab);
    expect(store.getState().notice).toEqual({ kind: 'not-kept', why: 'no-storage' });
  });

  test('all that was tried is the same after a reload', () => {
    const storage = new FakeStorage();
    createLabStore(new KeptText(storage)).save({ ...lab, futures: FUTURES });
    expect(createLabStore(new KeptText(storage)).store.getState()).toMatchObject({
      saved: { ...lab, futures: FUTURES },
      notice: null,
    });
  });

  test('a future that cannot be read is counted, the others are there', () => {
    const storage = new FakeStorage();
    createLabStore(new KeptText(storage)).save({ ...lab, futures: FUTURES });
    storage.texts.set('highwater.lab', storage.texts.get('highwater.lab')!.replace('"letter":"B"', '"id":7'));
    const { saved, notice } = createLabStore(new KeptText(storage)).store.getState();
    expect(saved?.futures?.list.map(({ letter }) => letter)).toEqual(['A']);
    expect(notice).toEqual({ kind: 'futures-lost', lost: 1, backupKey: LAB_BACKUP_KEY });
  });
});
