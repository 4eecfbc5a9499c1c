/** What of a thing has a chain of causes of its own. */
export const why = {
  aspects: {
    process: 'Process',
    registration: 'Registration',
    disk: 'Disks',
    throttle: 'Quota',
    leader: 'Leader',
    isr: 'In-sync replicas',
    highWatermark: 'High watermark',
    lastStableOffset: 'Last stable offset',
    quorum: 'Part in the quorum',
    active: 'Active or not',
    delivery: 'Delivery',
    lastError: 'Last error',
    transaction: 'Transaction',
    position: 'Position',
    membership: 'Membership',
    committed: 'Committed offsets',
    state: 'State',
    members: 'Members',
  },
  of: 'Why, of each value',
  question: (aspect: string, of: string) => `Why? ${aspect} of ${of}`,
  ask: (aspect: string) => `${aspect}: why?`,
};
export type WhyAspectName = keyof typeof why.aspects;
