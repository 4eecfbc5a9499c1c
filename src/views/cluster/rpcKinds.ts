import type * as frame from '../../bridge/frame.ts';

// The wire format's constants. Views read types of the bridge and no code, so the values are written once more here, and the
// compiler holds them to the originals.
export const RPC_KINDS: typeof frame.RPC_KINDS = [
  'Produce',
  'Fetch',
  'ListOffsets',
  'Metadata',
  'InitProducerId',
  'BrokerRegistration',
  'BrokerHeartbeat',
  'AlterPartition',
  'AllocateProducerIds',
  'MetadataFetch',
  'ApiVersions',
  'Vote',
  'BeginQuorumEpoch',
  'EndQuorumEpoch',
  'FetchSnapshot',
  'OffsetForLeaderEpoch',
  'AddPartitionsToTxn',
  'AddOffsetsToTxn',
  'EndTxn',
  'WriteTxnMarkers',
  'DescribeTransactions',
  'ListTransactions',
];
export const IN_FLIGHT_RESPONSE: typeof frame.IN_FLIGHT_RESPONSE = 1;
export const IN_FLIGHT_ERROR: typeof frame.IN_FLIGHT_ERROR = 2;
export const IN_FLIGHT_LOST: typeof frame.IN_FLIGHT_LOST = 4;
export const IN_FLIGHT_RETRY: typeof frame.IN_FLIGHT_RETRY = 8;
