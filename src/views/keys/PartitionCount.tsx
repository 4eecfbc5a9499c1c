import { Button, Input, Label, NumberField } from 'react-aria-components';
import { keys } from '../../i18n/en/keys.ts';

const MOST = 1000;

/** How many partitions the topic is to have. */
export function PartitionCount({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberField
      value={value}
      minValue={1}
      maxValue={MOST}
      step={1}
      onChange={(next) => {
        if (Number.isFinite(next)) onChange(next);
      }}
      className="partition-count"
    >
      <Label className="type-label">{keys.partitions}</Label>
      <div>
        <Button slot="decrement">−</Button>
        <Input className="hw-mono" />
        <Button slot="increment">+</Button>
      </div>
    </NumberField>
  );
}
