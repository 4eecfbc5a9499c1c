import type { CommandKind } from '../../scenario/Scenario.ts';

/** What a command is carried out as, where a real cluster of containers cannot do quite the same. */
export type CommandRemark =
  | 'cutPower'
  | 'failDisk'
  | 'slowDisk'
  | 'resizeDisk'
  | 'setClock'
  | 'transactions'
  | 'consumerCalls'
  | 'shareOffsets'
  | 'resetConnections'
  | 'sameMachine'
  | 'noSuchNode'
  | 'queueBroker'
  | 'configFile';

/** Sentences of the exported files, as the catalogue has them. Each is one line; none is a command. */
export interface ClusterWords {
  /** Stands for a scenario without a title. */
  readonly untitled: string;
  readonly composeHead: (project: string) => readonly string[];
  readonly scriptHead: (project: string) => readonly string[];
  readonly script: {
    readonly needsDocker: string;
    readonly needsCompose: string;
    readonly usage: string;
    readonly files: string;
    readonly away: string;
    readonly pulling: string;
    readonly machines: string;
    readonly links: string;
    readonly servers: string;
    readonly waiting: (brokers: number) => string;
    readonly waitedTooLong: string;
    readonly settings: string;
    readonly topics: string;
    readonly fills: string;
    readonly inSync: string;
    readonly stopped: string;
    readonly clients: string;
    readonly zero: string;
    readonly notDone: string;
    readonly notTheSame: string;
    readonly end: string;
    readonly describe: string;
    readonly closing: string;
    readonly producers: string;
    readonly failedRecords: string;
    readonly stays: string;
  };
  readonly remarks: Readonly<Record<CommandRemark, string>>;
  readonly producerKey: Readonly<
    Record<'chosen' | 'decides' | 'controlCharacters', (clientId: string) => string>
  >;
  readonly producerRack: (clientId: string) => string;
  readonly producerWorkload: (clientId: string) => string;
  readonly noWorkload: (clientId: string) => string;
  readonly consumerOutput: (clientId: string, producer: string) => string;
  readonly consumerOutside: (clientId: string) => string;
  readonly consumerGroup: (clientId: string) => string;
  readonly consumerProcesses: (clientId: string) => string;
  readonly consumerReset: (clientId: string, reset: string) => string;
  readonly initialState: (partition: string) => string;
  readonly initialRecords: (partition: string, records: number) => string;
  readonly replicationFactors: (topic: string) => string;
  readonly ownConfigs: (names: string) => string;
  readonly untoldConfigs: (names: string) => string;
  readonly logDirs: (named: string, path: string) => string;
  readonly tooManyLinks: (links: number) => string;
  readonly times: string;
  readonly readme: (facts: ReadmeFacts) => string;
}

export interface ReadmeFacts {
  readonly title: string;
  readonly description: string | null;
  readonly project: string;
  readonly image: string;
  readonly networkToolsImage: string | null;
  /** `localhost:19092,…` */
  readonly hostBootstrap: string;
  /** Sentences on what is not the same in this scenario. */
  readonly remarks: readonly string[];
  /** The same on its commands; they begin with a small letter. */
  readonly commandRemarks: readonly string[];
  /** Kinds of commands in it that have no counterpart at all. */
  readonly notDone: readonly CommandKind[];
}
