import { use } from 'react';
import { topicLevel as m } from '../../i18n/en/topicLevel.ts';
import { ConfigMark } from './ConfigMark.ts';
import type { TopicCounts, TopicModel } from './topicRows.ts';

type Problem = Exclude<keyof TopicCounts, 'partitions'>;

const PROBLEMS: readonly { readonly of: Problem; readonly tone: 'error' | 'wait'; readonly sign: string }[] =
  [
    { of: 'withoutLeader', tone: 'error', sign: '✕' },
    { of: 'underMinIsr', tone: 'error', sign: '✕' },
    { of: 'underReplicated', tone: 'wait', sign: '▾' },
    { of: 'notPreferred', tone: 'wait', sign: '▾' },
  ];

/** How large the topic is, what is wrong with it, and the configs that it has of its own. */
export function TopicFacts({
  model: { counts, replicationFactor, configs },
}: {
  readonly model: TopicModel;
}) {
  const markOf = use(ConfigMark);
  const own = Object.entries(configs);
  return (
    <>
      <span className="type-row text-ink-2">
        {m.facts({ partitions: counts.partitions, replicationFactor })}
      </span>
      <span className="hw-topic-problems">
        {PROBLEMS.map(({ of, tone, sign }) =>
          counts[of] === 0 ? null : (
            <span key={of} className="hw-topic-problem" data-tone={tone}>
              <span aria-hidden="true">{sign}</span>
              {m.counts[of](counts[of])}
            </span>
          ),
        )}
      </span>
      {own.length === 0 ? (
        <span className="type-row basis-full text-ink-3">{m.noConfigs}</span>
      ) : (
        <dl aria-label={m.configs} className="hw-topic-configs">
          {own.map(([name, value]) => (
            <div key={name}>
              <dt className="mono text-ink-2">{name}</dt>
              <dd className="mono font-[560]">{value}</dd>
              {markOf !== null && <dd>{markOf(name)}</dd>}
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
