import { build } from '../../../i18n/en/build.ts';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import type { OutsideFields } from './outsideDraft.ts';

export interface OutsidePartProps {
  readonly fields: OutsideFields;
  readonly set: (name: keyof OutsideFields) => (value: string) => void;
  readonly stores: readonly string[];
  readonly topics: readonly string[];
}

/** Of a consumer: its database, and what becomes of what it cannot work on. */
export function OutsidePart({ fields, set, stores, topics }: OutsidePartProps) {
  const m = build.outside;
  const text = (name: keyof OutsideFields, label: string) => (
    <TextField label={label} mono value={fields[name]} onChange={set(name)} />
  );
  const choice = (
    name: keyof OutsideFields,
    label: string,
    values: readonly string[],
    words?: Readonly<Record<string, string>>,
  ) => (
    <SelectField
      label={label}
      mono={words === undefined}
      value={fields[name]}
      onChange={set(name)}
      options={values.map((value) => ({ value, label: words?.[value] ?? value }))}
    />
  );
  const orNone = (none: string) => ({ '': none });
  return (
    <>
      <Disclosure title={m.storeTitle} level={3}>
        {stores.length === 0 ? (
          <p className="type-row text-ink-3">{m.noStores}</p>
        ) : (
          <div className="grid grid-cols-2 gap-3">
            {choice('store', m.store, ['', ...stores], orNone(m.none))}
            {choice('unique', m.unique, ['none', 'offset', 'id'], m.uniqueBy)}
            {choice('write', m.write, ['insert', 'upsert'], m.writes)}
            {choice('transaction', m.transaction, ['record', 'poll'], m.transactions)}
            {choice('offsets', m.offsets, ['kafka', 'store'], m.offsetPlaces)}
            {choice('fencing', m.fencing, ['none', 'generation'], m.fences)}
          </div>
        )}
      </Disclosure>
      <Disclosure title={m.errorsTitle} level={3}>
        <div className="grid grid-cols-2 gap-3">
          {text('retriable', m.retriable)}
          {text('fatal', m.fatal)}
          {text('attempts', m.attempts)}
          {text('backoff', m.backoff)}
          {choice('retryTopic', m.retryTopic, ['', ...topics], orNone(m.nowhere))}
          {choice('deadLetterTopic', m.deadLetterTopic, ['', ...topics], orNone(m.nowhere))}
          {choice('then', m.then, ['stop', 'skip'], m.thenDoes)}
          {text('delay', m.delay)}
          {choice('tolerance', m.sink, ['', 'none', 'all'], { '': m.noSink })}
        </div>
        <div className="mt-3 flex flex-col gap-3">
          {text('poison', m.poison)}
          {text('unreadable', m.unreadable)}
          {fields.unreadable.trim() !== '' && text('pollsAgain', m.pollsAgain)}
        </div>
        <p className="type-row mt-1.5 text-ink-3">{m.note}</p>
      </Disclosure>
    </>
  );
}
