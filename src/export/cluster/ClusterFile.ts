/** A file of the export; paths are below its folder, with slashes. */
export interface ClusterFile {
  readonly path: string;
  readonly text: string;
}
