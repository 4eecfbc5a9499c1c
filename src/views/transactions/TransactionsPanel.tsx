import { transactions as m } from '../../i18n/en/transactions.ts';
import type { CoordinatedTransaction } from '../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import { WhyAspects } from '../trace/WhyAspects.tsx';
import { usePanelState } from '../SimulationContext.tsx';
import { useRunAnswer } from '../useRunAnswer.ts';
import { StateMachine } from './StateMachine.tsx';
import { TransactionLog } from './TransactionLog.tsx';
import './transactions.css';

/** What the coordinators know of each transactional.id, and what stands in the log of it. */
export function TransactionsPanel() {
  const known = useRunAnswer<'transactions'>({ kind: 'transactions' });
  const nowUs = usePanelState((state) => state.nowUs);
  return (
    <section aria-label={m.title} className="transactions-panel">
      <div className="transactions-parts">
        {known?.length === 0 && <p className="type-row text-ink-2">{m.none}</p>}
        {known !== undefined && known.length > 0 && (
          <ul aria-label={m.coordinators} className="coordinated">
            {known.map((transaction) => (
              <Coordinated
                key={`${transaction.coordinator} ${transaction.transactionalId}`}
                transaction={transaction}
                nowUs={nowUs}
              />
            ))}
          </ul>
        )}
        <TransactionLog />
      </div>
    </section>
  );
}

interface CoordinatedProps {
  readonly transaction: CoordinatedTransaction;
  readonly nowUs: number;
}

function Coordinated({ transaction, nowUs }: CoordinatedProps) {
  const { transactionalId, coordinator, partition, state, pendingState, partitions, startedUs } = transaction;
  const timeoutUs = transaction.timeoutMs * MICROS_PER_MILLI;
  const isEnding = state.startsWith('Prepare');
  const endsInUs = state === 'Ongoing' && startedUs !== null ? startedUs + timeoutUs - nowUs : null;
  return (
    <li>
      <p>
        <b className="hw-mono">{transactionalId}</b>{' '}
        <span className="text-ink-3">{m.coordinator(coordinator, partition)}</span>
      </p>
      <StateMachine state={state} pendingState={pendingState} />
      <dl>
        <div>
          <dt>{m.id}</dt>
          <dd className="hw-mono">{m.idAndEpoch(transaction.producerId, transaction.producerEpoch)}</dd>
        </div>
        <div>
          <dt>{m.timeout}</dt>
          <dd>{m.timeoutOf(timeoutUs, endsInUs)}</dd>
        </div>
        <div>
          <dt>{isEnding ? m.missing : m.partitions}</dt>
          <dd className="hw-mono">{partitions.length === 0 ? m.noPartitions : partitions.join(', ')}</dd>
        </div>
      </dl>
      <WhyAspects of={`transaction:${transactionalId}`} name={transactionalId} />
    </li>
  );
}
