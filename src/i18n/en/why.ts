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
  rule: 'The rule',
  /** “Ends when the link is mended.” or “Ends never: …” */
  ends: (text: string) => (text.startsWith('never') ? `Ends ${text}.` : `Ends when ${text}.`),
  endsAt: (time: string) => `By itself at ${time}, in`,
  endedAt: 'Ended at',
  endedBy: (sentence: string) => `: ${sentence}`,
  instant: 'It was over in its instant: nothing of it goes on.',
  ask: (aspect: string) => `${aspect}: why?`,
};
export type WhyAspectName = keyof typeof why.aspects;
