/** What a person on call wants to know of one error, in a sentence or two each. */
export interface ErrorText {
  readonly means: string;
  /** When it is answered, and by whom. */
  readonly when: string;
  /** What Kafka's own clients for the JVM do with it. */
  readonly client: string;
  readonly fix: string;
}
