import { formatTime } from '../format.ts';
import { plural } from '../plural.ts';

export const eventLog = {
  title: 'Event log',
  search: 'Find in facts',
  searchHint: 'name, error, number',
  /** What unfolds the filters on a narrow screen, with how many of them leave something out. */
  filters: (chosen: number) => (chosen === 0 ? 'Filters' : `Filters: ${chosen}`),
  interest: 'Which facts',
  interests: { rpc: 'All', change: 'Changes', error: 'Errors' },
  kind: 'Kind',
  anyKind: 'Any kind',
  node: 'Node',
  anyNode: 'Any node',
  partition: 'Topic or partition',
  anyPartition: 'Any partition',
  clear: 'Clear',
  none: 'No such fact up to here.',
  loading: 'Looking.',
  found: (count: number) => plural(count, { one: '# fact', other: '# facts' }),
  searchedFrom: (timeUs: number) => `the newest; older than ${formatTime(timeUs)} was not looked at`,
  all: 'everything that is kept was looked at',
};
