import { useEffect, useState } from 'react';
import { useMessages } from '../../ui/messages.tsx';

/** Under this nothing shows: a flash of grey is worse than a moment of nothing. */
const QUIET_MS = 300;

/** Lanes in waiting, with a water line. */
export function StageSkeleton() {
  const m = useMessages().stage;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div className="flex h-full flex-col justify-evenly px-5" role="status">
      <span className="sr-only">{m.loading}</span>
      {[62, 56, 50].map((width) => (
        <div key={width} className="flex items-center gap-6" aria-hidden="true">
          <span className="h-14 w-28 rounded-card bg-sunken" />
          <span className="h-9 bg-sunken" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
