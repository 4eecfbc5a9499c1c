import type { CSSProperties, ReactNode } from 'react';
import { useSheet } from './Sheet.tsx';
import './stageLayout.css';

export interface StageLayoutProps {
  readonly textLabel: string;
  readonly text: ReactNode;
  readonly stage: ReactNode;
  readonly panels: ReactNode;
  readonly transport: ReactNode;
}

/** Reading order is tab order: text, stage, panels, transport. Where each stands is the style sheet's affair. */
export function StageLayout({ textLabel, text, stage, panels, transport }: StageLayoutProps) {
  const sheet = useSheet('half');
  const style = sheet.drag === null ? undefined : ({ '--drag': `${sheet.drag}px` } as CSSProperties);
  return (
    <div className="stage-layout" data-rest={sheet.rest} style={style}>
      <section aria-label={textLabel} className="area-text">
        <div className="sheet-grip">{sheet.handle}</div>
        <div className="sheet-content">{text}</div>
      </section>
      <div className="area-stage">{stage}</div>
      <div className="area-panels">{panels}</div>
      <div className="area-transport">{transport}</div>
    </div>
  );
}
