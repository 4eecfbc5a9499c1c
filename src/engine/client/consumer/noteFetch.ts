import type { Response } from '../../protocol/requests.ts';
import { recordCountOf } from '../../storage/BatchContents.ts';
import type { Micros } from '../../../shared/units.ts';
import type { ConsumerMeters } from './ConsumerMeters.ts';

/** A fetch was answered, of a consumer of either kind. */
export function noteFetch(
  meters: ConsumerMeters,
  response: Response,
  latencyUs: Micros,
  nowUs: Micros,
): void {
  if (response.kind !== 'FetchResponse' && response.kind !== 'ShareFetchResponse') return;
  let bytes = 0;
  let records = 0;
  for (const { batches } of response.partitions)
    for (const batch of batches) {
      bytes += batch.sizeBytes;
      records += batch.marker ? 0 : recordCountOf(batch);
    }
  meters.fetched(latencyUs, bytes, records, nowUs);
}
