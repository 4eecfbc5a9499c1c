import type { en } from './en/index.ts';

/** What a language must have: every key, and every function with the same parameters. English sets the shape. */
export type Catalogue = typeof en;
