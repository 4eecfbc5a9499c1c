/** Why records of the ledger are in no log any more. */
export const loss = {
  ask: 'Why?',
  question: (records: string) => `Why? ${records} lost`,
  facts: {
    promise: 'What the producer took for safe',
    election: 'Who led on without them',
    truncation: 'Who cut them off',
  },
  unknown: 'The trace reaches back to no election and no truncation of this partition.',
};
export type LossFactName = keyof typeof loss.facts;
