/** What a broker's own log tells that no request does: when it began to ask for its registration, and what it was refused. Times are epoch ms. */
export interface BrokerStartLog {
  readonly startingMs: readonly number[];
  /** One for each time that it was refused anew, not for each request. */
  readonly refused: readonly { readonly ms: number; readonly error: string }[];
}

const STARTING = /^(\d+) \S+ \[BrokerLifecycleManager id=\d+\] .* is now STARTING/;
const REFUSED = /^(\d+) \S+ \[BrokerLifecycleManager id=\d+\] Unable to register .*?([A-Z]+(?:_[A-Z]+)+)/;

/** @param text lines as `conformance/log4j2.xml` lays them out. */
export function readServerLog(text: string): BrokerStartLog {
  const startingMs: number[] = [];
  const refused: { ms: number; error: string }[] = [];
  let last = '';
  for (const line of text.split('\n')) {
    const starting = STARTING.exec(line);
    if (starting) {
      startingMs.push(Number(starting[1]));
      last = '';
    }
    const refusal = REFUSED.exec(line);
    const error = refusal?.[2];
    if (!refusal || error === undefined || error === last) continue;
    last = error;
    refused.push({ ms: Number(refusal[1]), error });
  }
  return { startingMs, refused };
}
