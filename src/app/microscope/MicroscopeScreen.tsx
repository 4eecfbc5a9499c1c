import { useCallback, useEffect, useRef, useState } from 'react';
import { microscope } from '../../i18n/en/microscope.ts';
import type { DirectorySource, LookUpTarget } from '../../shared/LogDirectory.ts';
import type { BrokerId, TopicPartition } from '../../shared/units.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { Microscope } from '../../views/microscope/Microscope.tsx';
import { DirectoryExchange } from './DirectoryExchange.tsx';

const m = microscope;

export interface Replica {
  readonly broker: BrokerId;
  readonly partition: TopicPartition;
}

export interface MicroscopeScreenProps {
  readonly simulation: Simulation;
  readonly replica: Replica;
  /** What is looked up first; null: the last record. */
  readonly target: LookUpTarget | null;
  /** Told of what else is looked up in the files of the replica. */
  readonly onTarget: (target: LookUpTarget) => void;
  readonly onClose: () => void;
}

/** The directory of a replica on the whole page, or of files that somebody opened; the run stands still meanwhile. */
export function MicroscopeScreen({ simulation, replica, target, onTarget, onClose }: MicroscopeScreenProps) {
  /** Name of what was opened, and how often something was. */
  const [opened, setOpened] = useState<{ readonly name: string; readonly turn: number } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    simulation.pause();
    heading.current?.focus();
  }, [simulation]);
  const back = useCallback(() => {
    if (opened === null) onClose();
    else setOpened(null);
  }, [opened, onClose]);
  const own = m.of(replica.partition, replica.broker);
  const { broker, partition } = replica;
  const source: DirectorySource =
    opened === null ? { kind: 'replica', broker, partition } : { kind: 'opened' };
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-2 md:px-6">
        <Button icon="back" onPress={back}>
          {opened === null ? m.back : m.exchange.back(own)}
        </Button>
        <h1 ref={heading} tabIndex={-1} className="min-w-0 text-[14.5px] leading-5 font-[620] outline-none">
          {opened === null ? own : m.opened(opened.name)}
        </h1>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <DirectoryExchange
            simulation={simulation}
            source={source}
            name={opened === null ? replica.partition : opened.name}
            onOpened={(next) => setOpened((before) => ({ name: next, turn: (before?.turn ?? 0) + 1 }))}
          />
        </div>
      </div>
      <div className="min-h-0 flex-1">
        <Microscope
          key={opened === null ? own : `${opened.turn} ${opened.name}`}
          source={source}
          {...(opened === null ? { onTarget, ...(target && { initialTarget: target }) } : {})}
          onClose={back}
        />
      </div>
    </div>
  );
}
