import { microscope } from '../../i18n/en/microscope.ts';
import { BatchScan } from '../../views/microscope/BatchScan.tsx';
import { BytePane } from '../../views/microscope/BytePane.tsx';
import { IndexSearch } from '../../views/microscope/IndexSearch.tsx';
import '../../views/microscope/microscope.css';
import { useDirectoryAnswer } from '../../views/microscope/useDirectoryAnswer.ts';
import type { LookUpOf } from '../EngineLike.ts';
import type { LookUpProps } from './LookUp.tsx';

const m = microscope;

/** How a record is found in the log of a replica as the run stands, or the batch that it is in, to the byte. */
export function LookUpPicture({ of, show }: Required<Pick<LookUpProps, 'show'>> & { readonly of: LookUpOf }) {
  const source = { kind: 'replica', broker: of.broker, partition: of.partition } as const;
  const directory = useDirectoryAnswer<'overview'>({ kind: 'overview', source });
  const originMs = directory?.clockOriginMs ?? 0;
  const target =
    'offset' in of
      ? ({ by: 'offset', offset: of.offset } as const)
      : ({ by: 'timestamp', timestampMs: originMs + of.timestampMs } as const);
  const lookUp = useDirectoryAnswer<'lookUp'>(directory ? { kind: 'lookUp', source, target } : null);
  const found = lookUp?.found ?? null;
  const segment = lookUp?.segment ?? null;
  const batch = useDirectoryAnswer<'batch'>(
    show === 'batch' && found !== null && segment !== null
      ? { kind: 'batch', source, segment, position: found.batch.position }
      : null,
  );
  if (lookUp === undefined || lookUp === null) return null;
  if (show === 'batch') {
    if (batch?.bytes === undefined || batch.bytes === null) return null;
    return (
      <div className="lesson-look-up">
        <BytePane
          title={m.batch.heading(batch.batch.sizeBytes, batch.batch.position)}
          bytes={batch.bytes}
          fields={batch.fields}
          from={0}
          problem={batch.problem}
          targetOffset={null}
          narrow
        />
      </div>
    );
  }
  const indexes = [lookUp.timeIndex, lookUp.offsetIndex].filter((index) => index !== null);
  return (
    <div className="lesson-look-up">
      {indexes.map((index) => (
        <div key={index.file}>
          <h3>{m.index.heading(index.file, index.target)}</h3>
          <IndexSearch index={index} shown={index.probes.length} hasEntry />
        </div>
      ))}
      <h3>{m.scan.heading(lookUp.scanFrom)}</h3>
      <BatchScan batches={lookUp.scanned} chosen={found?.batch.position ?? null} onChoose={() => undefined} />
    </div>
  );
}
