import type { EntityKey, EntityView, MetadataLogView, MetadataRowView } from '../../bridge/frame.ts';

export interface MetadataRow extends MetadataRowView {
  /** A majority of the controllers has it, and brokers may act upon it. */
  readonly committed: boolean;
  /** The high watermark stands right below this row: all that is listed under it is committed. */
  readonly endsUncommitted: boolean;
}

export function selectMetadataLog(entities: ReadonlyMap<EntityKey, EntityView>): MetadataLogView | null {
  const view = entities.get('metadata-log');
  return view?.kind === 'metadataLog' ? view : null;
}

/** The newest first. */
export function metadataRows({ records, highWatermark }: MetadataLogView): readonly MetadataRow[] {
  const rows = records.map((record) => ({ ...record, committed: record.lastOffset < highWatermark }));
  return rows
    .map((row, i) => ({ ...row, endsUncommitted: !row.committed && rows[i - 1]?.committed !== false }))
    .reverse();
}
