/** Scenarios of one's own. They come with their dialog. */
export const shelf = {
  title: 'Your scenarios',
  note: 'Kept in this browser, each with all its futures and the place in time.',
  saveAs: 'Save what is open as',
  save: 'Save',
  none: 'Nothing is saved yet.',
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  more: (name: string) => `${name}: more`,
  overwrite: 'Save what is open here',
  rename: 'Rename',
  duplicate: 'Duplicate',
  remove: 'Delete',
  name: 'Name',
  removed: (name: string) => `${name} was deleted.`,
  bringBack: 'Undo',
  saved: (name: string) => `Saved as ${name}.`,
  aside: 'What was open before',
  trouble: {
    'no-storage':
      'This browser keeps nothing here, as in a private window: what is saved is gone with this page. Save the scenario file.',
    full: 'This browser has no room left for this site: the last one is gone with this page. Delete others, or save the scenario file.',
  },
  unreadable: (name: string) => `${name} could not be read`,
  notJson: 'What this browser has kept is no scenario any more.',
};
