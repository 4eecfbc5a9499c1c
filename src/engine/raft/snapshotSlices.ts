import { isSameSnapshot } from '../metadata/MetadataSnapshot.ts';
import type { FetchSnapshotRequest, FetchSnapshotResponse } from '../protocol/requests.ts';
import type { BrokerId, Bytes, Epoch } from '../../shared/units.ts';
import type { FetchingSnapshot } from './RaftState.ts';
import type { QuorumNews } from './reactToRaftResponse.ts';

/** Not a config. Kafka: `KafkaRaftClient.MAX_FETCH_SIZE_BYTES`. */
const MAX_FETCH_BYTES: Bytes = 8 * 1024 * 1024;

/** Asks for the next slice of a snapshot. */
export function fetchSnapshotRequest(
  replicaId: BrokerId,
  currentLeaderEpoch: Epoch,
  fetching: FetchingSnapshot,
  isLocal: boolean,
): FetchSnapshotRequest {
  return {
    kind: 'FetchSnapshotRequest',
    replicaId,
    currentLeaderEpoch,
    snapshotId: fetching.id,
    position: fetching.positionBytes,
    maxBytes: MAX_FETCH_BYTES,
    isLocal,
  };
}

/** What is left to fetch after an answer; null: nothing, because all of it is there, or because the leader has deleted it. */
export function afterSlice(
  fetching: FetchingSnapshot | null,
  response: FetchSnapshotResponse,
): FetchingSnapshot | null {
  if (!fetching || !isSameSnapshot(fetching.id, response.snapshotId)) return fetching;
  if (response.error !== 'NONE') return null;
  const positionBytes = response.position + response.sliceBytes;
  return positionBytes < response.sizeBytes ? { ...fetching, positionBytes } : null;
}

/** That a snapshot is gone says nothing against the leader: the follower begins anew with a Fetch, at once. */
export function newsOf(response: FetchSnapshotResponse): QuorumNews {
  const { error, leaderId, leaderEpoch } = response;
  const isGone = error === 'SNAPSHOT_NOT_FOUND' || error === 'POSITION_OUT_OF_RANGE';
  return { error: isGone ? 'NONE' : error, leaderId, leaderEpoch };
}
