import type { Catalogue } from '../i18n/Catalogue.ts';
import type { ConfigMap } from '../scenario/Scenario.ts';

export type ClientCodeLanguage = keyof Catalogue['lesson']['languages'];

/** The cluster on the stage, as far as client code tells of it. */
export interface ExportedCluster {
  readonly bootstrapServers: string;
  readonly topic: {
    readonly name: string;
    readonly partitions: number;
    readonly replicationFactor: number;
    readonly configs: ConfigMap;
  };
  readonly producer: { readonly clientId: string; readonly configs: ConfigMap };
  readonly consumer: { readonly clientId: string; readonly configs: ConfigMap } | null;
}

/** `clientCode` of src/export, handed in by the page: lessons do not know how files are made. */
export type ClientCodeExporter = (cluster: ExportedCluster, language: ClientCodeLanguage) => string;
