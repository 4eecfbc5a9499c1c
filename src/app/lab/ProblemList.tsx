import { Callout, type CalloutTone } from '../../ui/Callout.tsx';

export interface ProblemListProps {
  readonly tone: CalloutTone;
  readonly title: string;
  readonly lines: readonly string[];
}

/** What is wrong, line by line; nothing is summed up or left out. */
export function ProblemList({ tone, title, lines }: ProblemListProps) {
  return (
    <Callout tone={tone} title={title} live className="mb-4">
      {lines.length > 0 && (
        <ul className="mt-1 flex max-h-52 flex-col gap-1 overflow-y-auto">
          {lines.map((line, i) => (
            // Two problems may read alike.
            <li key={i} className="mono break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  );
}
