import type { CSSProperties, ReactNode } from 'react';
import { useStageView, type FoldedParts } from '../views/SimulationContext.tsx';
import { useMessages } from '../ui/messages.tsx';
import { EMBEDDED, fullAddress } from './embed.ts';
import { useSheet } from './Sheet.tsx';
import './stageLayout.css';

export interface StageLayoutProps {
  readonly kind: 'lesson' | 'lab';
  readonly textLabel: string;
  readonly text: ReactNode;
  readonly stage: ReactNode;
  readonly panels: ReactNode;
  readonly transport: ReactNode;
  /** Right of the stage, where there is room for it. */
  readonly side?: ReactNode;
  /** What stands at the left, or at the right, is read line by line and takes more of the width. */
  readonly hasWideText?: boolean;
  readonly hasWideSide?: boolean;
  /** At the edges of the stage, what brings back what was folded away. */
  readonly unfold?: ReactNode;
}

/** Reading order is tab order: text, stage, panels, transport. Where each stands is the style sheet's affair. */
export function StageLayout({
  kind,
  textLabel,
  text,
  stage,
  panels,
  transport,
  side,
  hasWideText = false,
  hasWideSide = false,
  unfold,
}: StageLayoutProps) {
  // In the Lab a phone shows the picture and the transport first; the deeds are in the picture, too.
  const sheet = useSheet(kind === 'lab' ? 'peek' : 'half');
  const panel = useStageView((view) => view.panel);
  const folded = useStageView((view) => view.folded);
  const isInspecting = useStageView((view) => view.inspected !== null);
  const hasSide = side !== undefined && side !== null;
  const style = sheet.drag === null ? undefined : ({ '--drag': `${sheet.drag}px` } as CSSProperties);
  return (
    <div
      className="stage-layout"
      data-kind={kind}
      data-rest={sheet.rest}
      data-panel={panel}
      data-side={hasSide && !EMBEDDED ? (hasWideSide ? 'wide' : 'narrow') : undefined}
      data-text={hasWideText ? 'wide' : undefined}
      data-inspecting={isInspecting || undefined}
      data-embedded={EMBEDDED || undefined}
      data-folded={foldedParts(folded)}
      style={style}
    >
      {EMBEDDED && <EmbeddedHead />}
      {/* What drives a lesson stays at work where it is not shown. */}
      <section aria-label={textLabel} className="area-text" hidden={EMBEDDED}>
        <div className="sheet-grip">{sheet.handle}</div>
        <div className="sheet-content">{text}</div>
      </section>
      <div className="area-stage">
        {stage}
        {unfold}
      </div>
      {hasSide && !EMBEDDED && <div className="area-side">{side}</div>}
      {!EMBEDDED && <div className="area-panels">{panels}</div>}
      <div className="area-transport">{transport}</div>
    </div>
  );
}

function foldedParts(folded: FoldedParts): string | undefined {
  const parts = [...(folded.palette ? ['palette'] : []), ...(folded.panels ? ['panels'] : [])];
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** What a page around this one cannot say: what it is, and the way to all of it. */
function EmbeddedHead() {
  const m = useMessages().app;
  return (
    <>
      <h1 className="sr-only">{m.embedded.title}</h1>
      <a className="embedded-link" href={fullAddress(location.href)} target="_blank" rel="noreferrer">
        {m.embedded.open}
      </a>
    </>
  );
}
