import { createContext, type ReactNode } from 'react';

/** What the page puts beside the name of a config: how true to Kafka it is. null: nothing. */
export const ConfigMark = createContext<((config: string) => ReactNode) | null>(null);
