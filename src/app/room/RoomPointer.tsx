import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './room.css';

/** A ring around the pointer, for who sits in the last row. */
export function RoomPointer() {
  const ring = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (ring.current === null) return;
      ring.current.style.opacity = '1';
      ring.current.style.transform = `translate(${clientX}px, ${clientY}px)`;
    };
    document.addEventListener('pointermove', move, { passive: true });
    return () => document.removeEventListener('pointermove', move);
  }, []);
  // Beside the page, which is drawn larger than the window's own pixels.
  return createPortal(<div ref={ring} aria-hidden="true" className="room-pointer" />, document.body);
}
