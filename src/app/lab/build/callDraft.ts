import { build } from '../../../i18n/en/build.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import type { Draft } from './DeedFrame.tsx';
import { readPairs, readWhole } from './readFields.ts';

export const CONSUMER_CALLS = ['seek', 'pause', 'resume', 'commitSync'] as const;
export type ConsumerCallName = (typeof CONSUMER_CALLS)[number];
export const SEEK_TARGETS = ['beginning', 'end', 'offset', 'timestamp'] as const;

/** A call that an application makes on its consumer, as it was typed. */
export interface CallFields {
  readonly consumer: string;
  readonly call: ConsumerCallName;
  /** Empty: all that it is assigned. */
  readonly partitions: string;
  readonly to: (typeof SEEK_TARGETS)[number];
  readonly value: string;
  /** `payments-0=42`, with commas. */
  readonly offsets: string;
}

export function consumerCall(fields: CallFields): Draft<CommandBody> {
  const { consumer, call, to } = fields;
  const named = namesOf(fields.partitions);
  const partitions = named.length === 0 ? null : named;
  switch (call) {
    case 'seek': {
      const isFar = to === 'beginning' || to === 'end';
      const value = isFar ? 0 : readWhole(fields.value);
      if (value === null || value < 0) return { ok: false, problems: [build.calls.badValue] };
      return { ok: true, deed: { kind: 'Seek', consumer, partitions, to, value } };
    }
    case 'pause':
      return { ok: true, deed: { kind: 'PausePartitions', consumer, partitions } };
    case 'resume':
      return { ok: true, deed: { kind: 'ResumePartitions', consumer, partitions } };
    case 'commitSync': {
      const offsets = readOffsets(fields.offsets);
      return offsets === null
        ? { ok: false, problems: [build.calls.badOffsets] }
        : { ok: true, deed: { kind: 'CommitOffsets', consumer, offsets } };
    }
  }
}

/** `payments-0=42`, with commas; null where something is not of this form, or there is nothing. */
export function readOffsets(
  text: string,
): readonly { readonly partition: string; readonly offset: number }[] | null {
  const { pairs, bad } = readPairs(text);
  const offsets = Object.entries(pairs).map(([partition, typed]) => ({
    partition,
    offset: readWhole(typed),
  }));
  if (bad !== null || offsets.length === 0) return null;
  const whole = offsets.flatMap(({ partition, offset }) =>
    offset === null || offset < 0 ? [] : [{ partition, offset }],
  );
  return whole.length === offsets.length ? whole : null;
}

export function namesOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((name) => name !== '');
}
