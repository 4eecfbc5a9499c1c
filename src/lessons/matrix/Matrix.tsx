import { Fragment, useState } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { useMessages } from '../../ui/messages.tsx';
import { useLesson } from '../LessonContext.tsx';
import { useTrials } from '../trials/useTrials.ts';
import { runMatrix } from './runMatrix.ts';
import {
  MATRIX_ACKS,
  MATRIX_CELLS,
  MATRIX_FAILURES,
  MATRIX_MINIMA,
  type MatrixCell,
  type MatrixCellResult,
} from './runMatrixCell.ts';

/** acks × min.insync.replicas × failures, each cell a run of its own, filled in as they come. */
export function Matrix() {
  const m = useMessages().lesson.matrix;
  const { scenario } = useLesson();
  const trials = useTrials<null>();
  const [results, setResults] = useState<readonly MatrixCellResult[]>([]);
  const { state, start, stop } = trials;
  const run = () => {
    setResults([]);
    start?.(async (engine, watch) => {
      const onCell = (result: MatrixCellResult) => setResults((before) => [...before, result]);
      await runMatrix(engine, scenario, { ...watch, onCell });
      return null;
    });
  };
  return (
    <section className="matrix">
      <p className="text-ink-2">{m.lead}</p>
      <p className="flex flex-wrap items-center gap-2">
        {state.kind === 'running' ? (
          <>
            <progress max={MATRIX_CELLS.length} value={results.length} aria-label={m.run} />
            <span role="status">{m.progress(results.length, MATRIX_CELLS.length)}</span>
            <Button size="small" variant="ghost" onPress={stop}>
              {m.stop}
            </Button>
          </>
        ) : (
          <Button icon="play" isDisabled={start === null} onPress={run}>
            {results.length === 0 ? m.run : m.again}
          </Button>
        )}
        {start === null && <span className="text-wait">{m.noEngine}</span>}
        {state.kind === 'failed' && <span className="text-error">{m.failed}</span>}
      </p>
      {MATRIX_ACKS.map((acks) => (
        <table key={acks}>
          <caption className="mono">{m.caption(acks)}</caption>
          <thead>
            <tr>
              <th scope="col" className="mono">
                {m.minimum.split(/(?<=\.)/).map((part) => (
                  <Fragment key={part}>
                    {part}
                    <wbr />
                  </Fragment>
                ))}
              </th>
              {MATRIX_FAILURES.map((failures) => (
                <th key={failures} scope="col">
                  {m.failures(failures)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {MATRIX_MINIMA.map((minInsyncReplicas) => (
              <tr key={minInsyncReplicas}>
                <th scope="row" className="mono">
                  {minInsyncReplicas}
                </th>
                {MATRIX_FAILURES.map((failures) => (
                  <Cell
                    key={failures}
                    result={results.find((each) => isCell(each.cell, { acks, minInsyncReplicas, failures }))}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </section>
  );
}

function isCell(a: MatrixCell, b: MatrixCell): boolean {
  return a.acks === b.acks && a.minInsyncReplicas === b.minInsyncReplicas && a.failures === b.failures;
}

function Cell({ result }: { readonly result: MatrixCellResult | undefined }) {
  const m = useMessages().lesson.matrix;
  if (result === undefined) return <td className="text-ink-3">{m.notRun}</td>;
  const { attemptError, callback, readable, lostAfterAck, acked, leaderlessMs } = result;
  return (
    <td>
      <dl>
        <div>
          <dt>{m.attempt}</dt>
          <dd className={classNames(attemptError !== null && 'mono text-error')}>
            {attemptError ?? m.attemptFine}
          </dd>
        </div>
        <div>
          <dt>{m.callback}</dt>
          <dd className={classNames(callback === 'timeout' && 'text-error')}>{m.callbacks[callback]}</dd>
        </div>
        <div>
          <dt>{m.reader}</dt>
          <dd className={classNames(!readable && 'text-wait')}>{readable ? m.readable : m.unreadable}</dd>
        </div>
        <div>
          <dt>{m.losses}</dt>
          <dd className={classNames(lostAfterAck > 0 && 'font-[600] text-error')}>
            {m.lossesOf(lostAfterAck, acked)}
          </dd>
        </div>
      </dl>
      {leaderlessMs.map((ms, i) => (
        <span key={i} className="block text-ink-3">
          {m.leaderless(formatDuration(ms * 1000))}
        </span>
      ))}
    </td>
  );
}
