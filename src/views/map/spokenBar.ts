import type { Catalogue } from '../../i18n/Catalogue.ts';
import { map } from '../../i18n/en/map.ts';
import type { ReplicaBar } from './replicaBars.ts';

/** A replica in a sentence: who it is, what is wrong with it, and its ends. */
export function spokenBar(roles: Catalogue['stage']['outline']['roles'], bar: ReplicaBar): string {
  return map.bar({
    partition: bar.partition,
    broker: bar.broker,
    role: roles[bar.letter],
    logEndOffset: bar.logEndOffset,
    highWatermark: bar.highWatermark,
    troubles: [
      ...(bar.isOffline ? [map.offline] : []),
      ...(bar.cannotFetch ? [map.cannotFetch] : []),
      ...(bar.isAwaited ? [map.awaited] : []),
    ],
  });
}
