import { configNames } from '../scenario/configs/kafkaConfigs.ts';

export interface SplitConfigs {
  readonly configs: readonly (readonly [name: string, value: string])[];
  /** The end of the list, when it is the beginning of a config whose rest is missing. */
  readonly cutOff: string | null;
}

/**
 * `a=b,c=d`. Values hold commas themselves (`0:11,0:12`), so a comma parts two configs only before a `name=`.
 * `endsPaste`: nothing comes after this list, so it may have been cut.
 */
export function splitConfigs(text: string, endsPaste: boolean): SplitConfigs {
  const configs: (readonly [string, string])[] = [];
  if (text === '') return { configs, cutOff: null };
  for (const piece of text.split(/,\s*(?=[A-Za-z][\w.-]*=)/)) {
    const equals = piece.indexOf('=');
    if (equals <= 0) return { configs, cutOff: piece };
    configs.push([piece.slice(0, equals).trim(), piece.slice(equals + 1).trim()]);
  }
  const last = configs[configs.length - 1];
  if (!endsPaste || last === undefined) return { configs, cutOff: null };
  const comma = last[1].lastIndexOf(',');
  const tail = last[1].slice(comma + 1);
  const isBeginning =
    comma >= 0 &&
    last[0] !== 'cleanup.policy' &&
    (tail === '' || configNames('topic').some((name) => name.startsWith(tail)));
  if (!isBeginning) return { configs, cutOff: null };
  configs[configs.length - 1] = [last[0], last[1].slice(0, comma)];
  return { configs, cutOff: tail === '' ? null : tail };
}
