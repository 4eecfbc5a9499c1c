import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';

/** In a lecture room: how many predict what, counted by who stands in front. Never kept. */
export function ShowOfHands({ options }: { readonly options: number }) {
  const m = useMessages().app.room;
  const [hands, setHands] = useState<readonly number[]>(() => Array.from({ length: options }, () => 0));
  const change = (option: number, by: number) =>
    setHands(hands.map((count, i) => (i === option ? Math.max(0, count + by) : count)));
  return (
    <div role="group" aria-label={m.hands} className="border-t border-line px-3.5 py-2">
      <p className="type-row mb-1" aria-hidden="true">
        {m.hands}
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {hands.map((count, i) => {
          const letter = String.fromCharCode(65 + i);
          return (
            <li key={letter} className="flex items-center gap-1">
              <Button
                size="small"
                aria-label={m.fewer(letter)}
                isDisabled={count === 0}
                onPress={() => change(i, -1)}
              >
                −
              </Button>
              <span role="status" className="min-w-10 text-center font-[620]">
                {m.count(letter, count)}
              </span>
              <Button size="small" aria-label={m.more(letter)} onPress={() => change(i, 1)}>
                +
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
