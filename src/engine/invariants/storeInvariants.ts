import { GroupConsumer } from '../client/consumer/group/GroupConsumer.ts';
import type { Cluster } from '../cluster/Cluster.ts';
import { computeFatesAtRest } from '../cluster/ledger.ts';
import { computeStoreLedgers } from '../cluster/storeLedger.ts';
import type { StoreLedger } from '../cluster/storeLedger.ts';
import type { Invariant } from './Invariant.ts';

/**
 * Applications that write to a database keep what they are built to promise. At least once, who commits after the work, in Kafka or in the
 * database: no record that they were handed is committed without an effect, a place in another topic, or a decision to skip it. At most once,
 * who has a unique key: no record takes effect twice; so exactly once, who has both. With the offsets in the same transaction and an owner
 * that the database knows, the key is not needed. Not where Kafka has lost acknowledged records, nor for copies that a producer made.
 */
export const storesKeepTheirPromise: Invariant = {
  name: 'StoresKeepTheirPromise',
  check(cluster) {
    const members = cluster.state.nodes.filter(isOutside);
    if (members.length === 0) return null;
    const fates = computeFatesAtRest(cluster);
    if (fates.some(({ lostAfterAck }) => !lostAfterAck.isEmpty)) return null;
    for (const ledger of computeStoreLedgers(cluster)) {
      const broken = brokenPromise(ledger, members, cluster);
      if (broken !== null) return `${ledger.group} ${ledger.partition} of ${ledger.producer}: ${broken}`;
    }
    return null;
  },
};

function brokenPromise(
  ledger: StoreLedger,
  members: readonly GroupConsumer[],
  cluster: Cluster,
): string | null {
  const own = members.filter(({ group }) => group.groupId === ledger.group);
  const losesNothing = own.every(
    ({ application, outside }) => !application.commitsBefore && outside?.spec.errors?.isSink !== true,
  );
  if (losesNothing && !ledger.lost.isEmpty)
    return `${ledger.lost.flat.join()} lost, and committed after the work`;
  if (ledger.appliedTwice.isEmpty) return null;
  // A table may have other writers; what they do is in it too.
  const writers = members.filter(({ outside }) => outside?.spec.store?.name === ledger.store);
  const isByKey = writers.every(({ outside }) => outside?.spec.store?.unique !== 'none');
  const isByOffset = writers.every(
    ({ outside }) => outside?.spec.store?.keepsOffsets === true && outside.spec.store.showsToken,
  );
  if (!isByKey && !(isByOffset && writers.length === own.length)) return null;
  const copied = computeFatesAtRest(cluster).some(
    ({ partition, duplicated }) => partition === ledger.partition && duplicated > 0,
  );
  const knowsCopies = writers.every(({ outside }) => outside?.spec.store?.unique === 'id');
  return copied && !knowsCopies
    ? null
    : `${ledger.appliedTwice.flat.join()} applied twice, and promised once`;
}

function isOutside(node: unknown): node is GroupConsumer {
  return node instanceof GroupConsumer && node.outside !== undefined;
}
