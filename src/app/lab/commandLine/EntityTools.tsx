import { toolCalls, type ToolSubject } from '../../../export/tools/tools.ts';
import { commandLine as t } from '../../../i18n/en/commandLine.ts';
import type { EntityKey } from '../../../bridge/frame.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { Fold } from '../../fidelity/Fold.tsx';
import { ToolOutput } from './ToolOutput.tsx';
import { useToolInput } from './useToolInput.ts';

/** The lines that tell of what is inspected, and what they print now; nothing for what no tool tells of. */
export function EntityTools({ entityKey }: { readonly entityKey: EntityKey }) {
  const subject = useSubject(entityKey);
  if (subject === null) return null;
  return (
    <Fold title={t.ofEntity}>
      <Calls subject={subject} />
    </Fold>
  );
}

/** Asks only while it is unfolded. */
function Calls({ subject }: { readonly subject: ToolSubject }) {
  const input = useToolInput();
  if (input === null) return <p className="type-row text-ink-3">{t.waiting}</p>;
  return (
    <ul className="flex flex-col gap-3">
      {toolCalls(subject, input).map((call) => (
        <li key={call.line} className="flex min-w-0 flex-col gap-1">
          <ToolOutput call={call} input={input} />
        </li>
      ))}
    </ul>
  );
}

function useSubject(key: EntityKey): ToolSubject | null {
  const text = usePanelState(({ entities }) => {
    const view = entities.get(key);
    switch (view?.kind) {
      case 'partition':
        return JSON.stringify({ kind: 'topic', topic: view.topic, partition: view.partition });
      case 'broker':
        return JSON.stringify({ kind: 'broker', broker: view.nodeId });
      case 'controller':
        return JSON.stringify({ kind: 'controller' });
      case 'group':
        return JSON.stringify({ kind: 'group', group: view.groupId });
      case 'consumer':
        return view.group === undefined ? '' : JSON.stringify({ kind: 'group', group: view.group.groupId });
      case 'producer':
        return view.transaction === undefined
          ? ''
          : JSON.stringify({ kind: 'transaction', transactionalId: view.transaction.transactionalId });
      default:
        return '';
    }
  });
  return text === '' ? null : (JSON.parse(text) as ToolSubject);
}
