/** Files of the engine that hold no rule of their own, each with the reason. Whatever is not here must be named by a rule. */
export const PLUMBING: Readonly<Record<string, string>> = {
  'invariants/Invariant.ts': 'the shape of a law, no law',
  'kernel/sortShort.ts': 'puts a few items in order, no rule',
  'kernel/shortLists.ts': 'takes items out of short lists, no rule',
  'kernel/FewMap.ts': 'a map of a few entries, no rule',
  'kernel/oneText.ts': 'keeps one text of each name, no rule',
  'raft/RaftListener.ts': 'what a client of the quorum tells its process, no rule',
};
