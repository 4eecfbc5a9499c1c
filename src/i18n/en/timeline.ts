import { formatDuration, formatTime } from '../format.ts';
import { plural } from '../plural.ts';

/** Time beyond play and pause: steps, bookmarks, what is going to happen. Loaded with the transport. */
export const timeline = {
  stepBy: 'Step by',
  stepUnits: { notable: 'notable', rpc: 'RPC', event: 'event' },
  on: { notable: 'Next event', rpc: 'Next RPC', event: 'One event on' },
  back: { notable: 'Previous mark', rpc: 'Previous RPC', event: 'One event back' },
  wentTo: (time: string, what: string) => `${time}. ${what}`,
  noMarkAfter: 'No mark after this.',
  noMarkBefore: 'No mark before this.',
  scheduled: (command: string, atUs: number) => `${command}, planned for ${formatTime(atUs)}`,
  planned: (count: number) => plural(count, { one: '# deed is planned', other: '# deeds are planned' }),
  bookmark: (name: string) => `Bookmark: ${name}`,
  bookmarks: {
    open: 'Bookmarks',
    title: 'Bookmarks',
    key: 'bookmarks: name this moment',
    name: 'Name of this moment',
    add: 'Set it here',
    rename: 'Rename it',
    none: 'None yet. A bookmark is kept with this run and goes with its link.',
    go: (name: string, atUs: number) => `Go to ${name}, ${formatTime(atUs)}`,
    remove: (name: string) => `Remove ${name}`,
    removeShort: 'Remove',
    set: (name: string, atUs: number) => `Bookmark ${name} at ${formatTime(atUs)}.`,
    most: (most: number) => `No more than ${most}.`,
  },
  keys: {
    title: 'Time',
    told: 'What is told',
    eventBack: 'exactly one event back',
    slower: 'half as fast',
    faster: 'twice as fast',
    nextRpc: 'on to the next RPC that arrives',
    previousRpc: 'back to the RPC before',
    bookmarks: 'bookmarks: name this moment, or go to one',
  },
  alert: (metric: string, condition: string, heldUs: number) =>
    `Alert: ${metric} ${condition}${heldUs === 0 ? '' : ` for ${formatDuration(heldUs)}`}`,
};
