import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import type { IconName } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { BuildForm } from './build/forms.ts';
import { DraggableDeed } from './drag/DraggableDeed.tsx';
import { keyOfForm } from './useBuildKeys.ts';

interface BuildDeed {
  readonly form: BuildForm;
  readonly icon: IconName;
}

const GROUPS: readonly { readonly id: 'add' | 'change' | 'remove'; readonly deeds: readonly BuildDeed[] }[] =
  [
    {
      id: 'add',
      deeds: [
        { form: 'addBroker', icon: 'broker' },
        { form: 'createTopic', icon: 'topic' },
        { form: 'addProducer', icon: 'producer' },
        { form: 'addConsumer', icon: 'consumer' },
        { form: 'addTransactional', icon: 'transaction' },
        { form: 'addStore', icon: 'database' },
        { form: 'addQueueBroker', icon: 'queue' },
      ],
    },
    {
      id: 'change',
      deeds: [
        { form: 'createPartitions', icon: 'plus' },
        { form: 'reassign', icon: 'edit' },
        { form: 'elect', icon: 'check' },
        { form: 'configs', icon: 'edit' },
        { form: 'quotas', icon: 'clock' },
        { form: 'calls', icon: 'consumer' },
        { form: 'groups', icon: 'edit' },
        { form: 'nodes', icon: 'edit' },
      ],
    },
    {
      id: 'remove',
      deeds: [
        { form: 'removeBroker', icon: 'broker' },
        { form: 'deleteTopic', icon: 'topic' },
        { form: 'removeClient', icon: 'close' },
      ],
    },
  ];

type BuildGroup = (typeof GROUPS)[number]['id'];

export interface BuildDeedsProps {
  readonly groups: readonly BuildGroup[];
  readonly onOpen: (form: BuildForm) => void;
}

/** What a cluster is built of; each opens a form. */
export function BuildDeeds({ groups, onOpen }: BuildDeedsProps) {
  const m = useMessages().lab.build;
  return (
    <>
      {GROUPS.filter(({ id }) => groups.includes(id)).map(({ id, deeds }) => (
        <div key={id} role="group" aria-label={m.groups[id]} className="flex flex-col gap-1.5">
          {groups.length > 1 && (
            <h3 className="type-row text-ink-3" aria-hidden="true">
              {m.groups[id]}
            </h3>
          )}
          <div className={classNames('-mx-2 grid gap-x-1', id !== 'add' && 'grid-cols-2')}>
            {deeds.map(({ form, icon }) => (
              <DraggableDeed key={form} deed={{ kind: 'build', form }} className="flex flex-col">
                <Button
                  icon={icon}
                  variant="ghost"
                  className="w-full !justify-start !gap-1.5 !px-2 min-[1320px]:!px-1.5"
                  aria-label={m.heard[form]}
                  aria-haspopup="dialog"
                  onPress={() => onOpen(form)}
                >
                  <span className="min-w-0 flex-1 truncate text-left">{m.forms[form]}</span>
                  {keyOfForm(form) !== null && <kbd>{keyOfForm(form)}</kbd>}
                </Button>
              </DraggableDeed>
            ))}
          </div>
        </div>
      ))}
    </>
  );
}
