import { createContext, type ComponentType } from 'react';
import type { EntityKey } from '../../bridge/frame.ts';

/** What a page adds at the foot of the inspector, of whatever it shows. */
export const InspectorDetails = createContext<ComponentType<{ readonly entityKey: EntityKey }> | null>(null);
