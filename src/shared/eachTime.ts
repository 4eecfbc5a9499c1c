import type { Micros } from './units.ts';

interface Timed {
  readonly atUs: Micros;
  readonly after?: number;
  readonly repeat?: { readonly everyUs: Micros; readonly times: number };
}

/** Each command as often as it is given, in place of one that says so. Those that are given once stay what they are. */
export function eachTime<Command extends Timed>(commands: readonly Command[]): readonly Command[] {
  if (commands.every(({ repeat }) => repeat === undefined)) return commands;
  return commands.flatMap((command) => {
    const { repeat, ...once } = command;
    if (repeat === undefined) return [command];
    const { after: _, ...later } = once;
    return Array.from({ length: repeat.times }, (_time, i) =>
      i === 0 ? (once as Command) : ({ ...later, atUs: command.atUs + i * repeat.everyUs } as Command),
    );
  });
}
