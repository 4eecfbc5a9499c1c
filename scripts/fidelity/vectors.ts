import { explanationOf } from '../../conformance/vectors/explained.ts';
import { RUN_GROUPS } from '../../conformance/vectors/VectorGroups.ts';
import { readVectorResults } from '../../conformance/vectors/VectorResults.ts';

/** A group of vectors-2.json as one version of Kafka answered it. */
export interface VectorRow {
  readonly group: string;
  /** The classes of Kafka that were asked. */
  readonly classes: string;
  readonly kafkaVersion: string;
  readonly cases: number;
  readonly executed: number;
  readonly same: number;
  /** Together those of which `conformance/vectors/explained.ts` says the same; `npm test` holds that it says something of each. */
  readonly differs: readonly { readonly ids: readonly string[]; readonly because: string }[];
}

/** In the order of the file, and of the versions. */
export function vectorRows(root: string): VectorRow[] {
  const results = readVectorResults(root);
  return RUN_GROUPS.flatMap(({ group, classes }) =>
    results.flatMap(({ kafkaVersion, groups }): VectorRow[] => {
      const result = groups[group];
      if (result === undefined) return [];
      const differs = new Map<string, string[]>();
      for (const id of Object.keys(result.differs)) {
        const because = explanationOf(group, id, kafkaVersion)?.because ?? '';
        differs.set(because, [...(differs.get(because) ?? []), id]);
      }
      const executed = result.same.length + Object.keys(result.differs).length;
      return [
        {
          group,
          classes,
          kafkaVersion,
          cases: executed + Object.keys(result.notExecuted).length,
          executed,
          same: result.same.length,
          differs: [...differs].map(([because, ids]) => ({ ids, because })),
        },
      ];
    }),
  );
}

export interface VectorCounts {
  readonly kafkaVersions: readonly string[];
  readonly executed: number;
  readonly same: number;
}

export function countVectors(rows: readonly VectorRow[]): VectorCounts {
  return {
    kafkaVersions: [...new Set(rows.map(({ kafkaVersion }) => kafkaVersion))],
    executed: rows.reduce((sum, { executed }) => sum + executed, 0),
    same: rows.reduce((sum, { same }) => sum + same, 0),
  };
}
