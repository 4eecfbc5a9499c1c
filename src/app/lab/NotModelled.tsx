import { Link } from 'wouter';
import { useMessages } from '../../ui/messages.tsx';

/** What a reader will look for and not find yet, one line each; nothing that could be pressed. */
export function NotModelled() {
  const m = useMessages().lab;
  return (
    <>
      <dl className="flex flex-col gap-2">
        {m.notModelledList.map(({ what, why }) => (
          <div key={what}>
            <dt className="flex items-baseline justify-between gap-2">
              <span className="text-ink-2">{what}</span>
              <span className="shrink-0 rounded-[6px] border border-dashed border-control px-1.5 text-[11px] leading-[18px] text-ink-3">
                {m.notModelledMark}
              </span>
            </dt>
            <dd className="type-row text-ink-3">{why}</dd>
          </div>
        ))}
      </dl>
      <p className="type-row mt-2">
        <Link href="/about/fidelity" className="text-accent underline underline-offset-2">
          {m.allNotHere}
        </Link>
      </p>
    </>
  );
}
