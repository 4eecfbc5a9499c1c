import { build } from '../../../i18n/en/build.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import { namesOf, readOffsets } from './callDraft.ts';
import type { Draft } from './DeedFrame.tsx';
import { readWhole } from './readFields.ts';

/** Kafka's own tools and calls for groups. */
export const GROUP_DEEDS = [
  'AlterGroupConfigs',
  'ResetOffsets',
  'DeleteGroups',
  'AlterShareGroupOffsets',
  'DeleteShareGroupOffsets',
] as const satisfies readonly CommandBody['kind'][];
export type GroupDeedName = (typeof GROUP_DEEDS)[number];

export const GROUP_CONFIG_NAMES = [
  'consumer.session.timeout.ms',
  'consumer.heartbeat.interval.ms',
  'share.auto.offset.reset',
  'share.isolation.level',
  'share.record.lock.duration.ms',
  'share.session.timeout.ms',
  'share.heartbeat.interval.ms',
] as const;
export const RESET_TARGETS = ['earliest', 'latest', 'current', 'offset', 'shift-by', 'by-duration'] as const;

/** What an admin client asks of a group, as it was typed. */
export interface GroupFields {
  readonly deed: GroupDeedName;
  readonly group: string;
  readonly name: (typeof GROUP_CONFIG_NAMES)[number];
  /** Of the config, where empty removes it; or of the target. */
  readonly value: string;
  readonly to: (typeof RESET_TARGETS)[number];
  /** Empty: all that it has committed. */
  readonly partitions: string;
  readonly offsets: string;
  readonly topics: string;
}

export function groupDeed(fields: GroupFields): Draft<CommandBody> {
  const group = fields.group.trim();
  const m = build.groups;
  if (group === '') return { ok: false, problems: [m.noGroup] };
  switch (fields.deed) {
    case 'AlterGroupConfigs': {
      const value = fields.value.trim();
      return {
        ok: true,
        deed:
          value === ''
            ? { kind: 'AlterGroupConfigs', group, configs: {}, remove: [fields.name] }
            : { kind: 'AlterGroupConfigs', group, configs: { [fields.name]: value } },
      };
    }
    case 'ResetOffsets': {
      const { to } = fields;
      const takesValue = to === 'offset' || to === 'shift-by' || to === 'by-duration';
      const value = takesValue ? readWhole(fields.value) : 0;
      if (value === null) return { ok: false, problems: [m.badValue] };
      const named = namesOf(fields.partitions);
      return {
        ok: true,
        deed: { kind: 'ResetOffsets', group, partitions: named.length === 0 ? null : named, to, value },
      };
    }
    case 'DeleteGroups':
      return { ok: true, deed: { kind: 'DeleteGroups', groups: [group] } };
    case 'AlterShareGroupOffsets': {
      const offsets = readOffsets(fields.offsets);
      return offsets === null
        ? { ok: false, problems: [build.calls.badOffsets] }
        : { ok: true, deed: { kind: 'AlterShareGroupOffsets', group, offsets } };
    }
    case 'DeleteShareGroupOffsets': {
      const topics = namesOf(fields.topics);
      return topics.length === 0
        ? { ok: false, problems: [m.noTopic] }
        : { ok: true, deed: { kind: 'DeleteShareGroupOffsets', group, topics } };
    }
  }
}
