import { timeline } from '../../i18n/en/timeline.ts';
import { formatTime } from '../../i18n/format.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';
import { alertsOf } from '../../shared/alerts.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { conditionOf, metricOf } from '../metrics/alertWords.ts';
import { useSimulation } from '../SimulationContext.tsx';
import { describeTraceEvent } from '../trace/describeTraceEvent.ts';
import { axisMarks, instantOf, nextStop, type Stop } from './axisMarks.ts';

/** What a stop is, as its tip and as it is spoken. */
export function wordsOf(stop: Stop, m: Catalogue): string {
  switch (stop.kind) {
    case 'bookmark':
      return timeline.bookmark(stop.bookmark.name);
    case 'alert': {
      const { rule } = stop.alert;
      return timeline.alert(metricOf(rule), conditionOf(rule), rule.forUs);
    }
    case 'scheduled':
      return timeline.scheduled(deedName(stop.command.kind, m), stop.timeUs);
    default:
      return describeTraceEvent(stop.mark.event);
  }
}

/** Kafka and this product call a command by one name; where the palette has a word for it, it is that. */
function deedName(kind: string, m: Catalogue): string {
  return (m.lab.deeds as Readonly<Record<string, string>>)[kind] ?? kind;
}

/** Goes to the next mark, alert or bookmark on the axis, or the one before, and says which. */
export function useStops(): (direction: 1 | -1) => void {
  const simulation = useSimulation();
  const m = useMessages();
  return (direction) => {
    const { marks, metrics } = simulation.store.getState();
    const alerts = alertsOf(simulation.alertRules.getState(), metrics);
    const all = axisMarks(marks, alerts, { commands: [], exploredUs: 0 });
    const { playheadUs } = simulation.playback.getState();
    const stop = nextStop(all, simulation.bookmarks.getState(), playheadUs, direction);
    if (stop === undefined) {
      announce(direction === 1 ? timeline.noMarkAfter : timeline.noMarkBefore);
      return;
    }
    void simulation.seek(instantOf(stop));
    announce(timeline.wentTo(formatTime(stop.timeUs), wordsOf(stop, m)));
  };
}
