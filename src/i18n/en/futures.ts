import { formatNumber } from '../format.ts';
import { plural } from '../plural.ts';

/** The futures that were tried in the Lab. It comes with what shows them, not with every page. */
export const futures = {
  title: (seed: number) => `Futures of seed ${formatNumber(seed)}`,
  list: 'Futures',
  main: 'main',
  /** A future that has no deed of its own, and the origin has. */
  without: (deed: string) => `without “${deed}”`,
  otherScenario: 'another scenario',
  fromStart: 'from the start again',
  sameTo: (time: string) => `as it was to ${time}`,
  configs: (pairs: string, target: string) => `${pairs} for ${target}`,
  deed: (deed: string) => deed,
  row: (facts: {
    readonly letter: string;
    readonly name: string;
    readonly isOpen: boolean;
    readonly leaves: string | null;
    readonly commands: number;
    readonly stands: string;
  }) =>
    [
      `${facts.letter}, ${facts.name}`,
      ...(facts.isOpen ? ['open'] : []),
      ...(facts.leaves === null ? [] : [`leaves its origin at ${facts.leaves}`]),
      plural(facts.commands, { one: '# deed', other: '# deeds' }),
      `stands at ${facts.stands}`,
    ].join(', '),
  fork: 'Fork here',
  compare: 'Compare',
  more: (letter: string) => `Future ${letter}: more`,
  rename: 'Rename',
  compareWithOpen: 'Compare with the open one',
  remove: 'Let it go',
  removed: (letter: string) => `Future ${letter} was let go.`,
  bringBack: 'Bring it back',
  forked: (letter: string, time: string) => `Future ${letter} begins at ${time}.`,
  opened: (letter: string, name: string) => `Future ${letter}, ${name}, is on the stage.`,
  nameTitle: (letter: string) => `Name of future ${letter}`,
  name: 'Name',
  nameNote: 'Without a name it is called by what it does otherwise.',
  save: 'Save',
  cancel: 'Cancel',
};
