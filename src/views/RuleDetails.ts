import { createContext, type ReactNode } from 'react';

/** What a page says of a rule by its id: its text and Kafka's class. Without it only the id stands there. */
export const RuleDetails = createContext<((rule: string) => ReactNode) | null>(null);
