import { exhaustive } from '../../../shared/assert.ts';
import { AddConsumerForm } from './AddConsumerForm.tsx';
import { AddProducerForm } from './AddProducerForm.tsx';
import { ConsumerCallsForm, GroupsForm } from './CallForms.tsx';
import { ConfigsForm, QuotasForm } from './ConfigForms.tsx';
import type { BuildForm } from './forms.ts';
import { AddBrokerForm, RemoveBrokerForm, RemoveClientForm } from './NodeForms.tsx';
import { NodesForm } from './NodesForm.tsx';
import { AddQueueBrokerForm, AddStoreForm } from './OutsideForms.tsx';
import {
  CreatePartitionsForm,
  CreateTopicForm,
  DeleteTopicForm,
  ElectForm,
  ReassignForm,
} from './TopicForms.tsx';
import type { LabEdits } from './useLabEdits.ts';

export interface BuildDialogProps {
  readonly form: BuildForm;
  readonly edits: LabEdits;
  readonly onClose: () => void;
}

/** One form of the palette. Loaded when the first of them is opened. */
export function BuildDialog({ form, edits, onClose }: BuildDialogProps) {
  switch (form) {
    case 'addBroker':
      return <AddBrokerForm edits={edits} onClose={onClose} />;
    case 'createTopic':
      return <CreateTopicForm onClose={onClose} />;
    case 'addProducer':
      return <AddProducerForm edits={edits} onClose={onClose} />;
    case 'addTransactional':
      return <AddProducerForm edits={edits} onClose={onClose} isTransactional />;
    case 'addConsumer':
      return <AddConsumerForm edits={edits} onClose={onClose} />;
    case 'addStore':
      return <AddStoreForm edits={edits} onClose={onClose} />;
    case 'addQueueBroker':
      return <AddQueueBrokerForm edits={edits} onClose={onClose} />;
    case 'createPartitions':
      return <CreatePartitionsForm onClose={onClose} />;
    case 'reassign':
      return <ReassignForm onClose={onClose} />;
    case 'elect':
      return <ElectForm onClose={onClose} />;
    case 'configs':
      return <ConfigsForm onClose={onClose} />;
    case 'quotas':
      return <QuotasForm onClose={onClose} />;
    case 'calls':
      return <ConsumerCallsForm onClose={onClose} />;
    case 'groups':
      return <GroupsForm onClose={onClose} />;
    case 'nodes':
      return <NodesForm edits={edits} onClose={onClose} />;
    case 'removeBroker':
      return <RemoveBrokerForm edits={edits} onClose={onClose} />;
    case 'deleteTopic':
      return <DeleteTopicForm onClose={onClose} />;
    case 'removeClient':
      return <RemoveClientForm edits={edits} onClose={onClose} />;
    default:
      return exhaustive(form);
  }
}
