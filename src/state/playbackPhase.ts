import type { Micros } from '../shared/units.ts';

/** Milliseconds that an interesting event has on the screen: the way to it and the rest on it together. */
export const EVENT_ON_SCREEN_MS = 900;
/** Of these, how much may be spent watching what leads to it come, at the speed of the ladder. */
export const APPROACH_MS = 400;
/** "A moment": how long a stretch that is passed over takes, however long it is. */
export const SWEEP_MS = 250;
/** A stretch that takes no longer than this anyway is not passed over. */
export const SHORTEST_SWEEP_MS = 200;
/** An event that comes upon us at the end of its time still rests this long. */
export const SHORTEST_HOLD_MS = 300;

/** How far event-paced play looks for the next event. With nothing in it the ladder sets the pace. */
export const HORIZON_US: Micros = 60_000_000;

/**
 * How far one step to the next event goes when there is none: longer than a broker's session, so that a fencing to come is found
 * at once, and short enough that who steps through a healthy cluster does not lose it from sight.
 */
export const LONGEST_STEP_US: Micros = 10_000_000;

/** What a look ahead found: the next event worth reading, or until when there is none; it may not have come to the end. */
export interface LookAhead {
  readonly nextUs: Micros | null;
  readonly quietUntilUs: Micros;
}

export type Arrival = 'event' | 'end';

/**
 * What play is doing. `steady` runs at the asked speed. The others are event-paced:
 *
 *   hold ──next is far──▶ sweep ──▶ approach ──arrived──▶ hold
 *     ├──next is near──────────────▶ approach
 *     ├──not found yet──▶ sweep ──▶ hold
 *     └──nothing ahead──▶ cruise ──arrived or end of the quiet──▶ hold
 *
 * `arrived`: the worker stands at the event, or at the end of the stretch, and the playhead is on its way there.
 */
export type PlaybackPhase =
  | { readonly kind: 'steady' }
  | {
      readonly kind: 'cruise';
      readonly toUs: Micros;
      readonly sinceMs: number;
      readonly arrived: Arrival | null;
    }
  | {
      readonly kind: 'approach';
      readonly toUs: Micros;
      readonly sinceMs: number;
      readonly arrived: Arrival | null;
    }
  | { readonly kind: 'sweep'; readonly toUs: Micros; readonly nextUs: Micros | null }
  | {
      readonly kind: 'hold';
      readonly untilMs: number;
      readonly ahead: LookAhead | null;
      readonly afterSweep: boolean;
    }
  /** A seek to the start of the approach is on its way. */
  | { readonly kind: 'jump' };
