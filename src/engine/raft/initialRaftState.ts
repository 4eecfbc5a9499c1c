import type { BrokerId, Epoch } from '../../shared/units.ts';

/** The file `quorum-state`: written before a voter acts upon what stands in it. */
export interface QuorumStateFile {
  readonly epoch: Epoch;
  readonly leaderId: BrokerId | null;
  readonly votedId: BrokerId | null;
}

export type InitialRaftState =
  | { readonly kind: 'Unattached'; readonly epoch: Epoch; readonly votedId: BrokerId | null }
  | { readonly kind: 'Resigned'; readonly epoch: Epoch }
  | { readonly kind: 'Candidate'; readonly epoch: Epoch }
  | {
      readonly kind: 'Follower';
      readonly epoch: Epoch;
      readonly leaderId: BrokerId;
      readonly votedId: BrokerId | null;
    };

/**
 * What a voter is when its process starts, by what it wrote down before it ended (Q7): nobody votes twice in an epoch, and a
 * leader does not go on in the epoch that it led, since it may have lost what it had not flushed.
 * Kafka: `QuorumState.initialize` (4.2).
 */
export function initialRaftState(
  file: QuorumStateFile,
  self: BrokerId,
  lastLogEpoch: Epoch,
): InitialRaftState {
  const { epoch, leaderId, votedId } = file;
  if (epoch < lastLogEpoch) return { kind: 'Unattached', epoch: lastLogEpoch, votedId: null };
  if (leaderId === self) return { kind: 'Resigned', epoch };
  if (leaderId === null && votedId === self) return { kind: 'Candidate', epoch };
  if (leaderId !== null) return { kind: 'Follower', epoch, leaderId, votedId };
  return { kind: 'Unattached', epoch, votedId };
}
