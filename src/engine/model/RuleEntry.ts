/**
 * One rule of the model: what it says, from where it is known, which files hold it, and how far it goes. Whether it is verified
 * is never written here: that is computed from the tests that carry its id (scripts/fidelity).
 */
export type RuleEntry = ModelledRule | LimitedRule;

interface AnyRule {
  /** As in Kafka's semantics sheet (`H4`), or a name of our own (`page-cache`). Tests carry it in brackets: `[H4] …`. */
  readonly id: string;
  /** One line, in Kafka's terms. */
  readonly title: string;
  /** Kafka class and KIP; `ours` where Kafka has no such thing. */
  readonly source: string;
  /** Files below src/engine that hold the rule; none for what is not modelled. */
  readonly files: readonly string[];
  /** Controls of the page that this rule decides about: a config, a command or a place, as `acks` or `CutPower`. */
  readonly controls?: readonly string[];
}

export interface ModelledRule extends AnyRule {
  readonly state: 'modelled';
}

export interface LimitedRule extends AnyRule {
  readonly state: 'simplified' | 'not modelled';
  /** What is done instead, or why it is left out. */
  readonly reason: string;
  /** How a run differs from Kafka, and when that matters. */
  readonly consequence: string;
}

export interface RuleArea {
  readonly area: string;
  readonly rules: readonly RuleEntry[];
}
