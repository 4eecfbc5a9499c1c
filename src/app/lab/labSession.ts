import { createLabStore } from '../../state/labStore.ts';

/** What the Lab has open, kept by the browser across reloads. */
export const labSession = createLabStore();
