/**
 * Where the process of a client is.
 *
 *   running → closed (close()) | killed (SIGKILL) | powerless (its machine went dark) → running (a new process)
 */
export type ClientState = 'running' | 'closed' | 'killed' | 'powerless';
