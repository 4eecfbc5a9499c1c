export const levels = {
  label: 'What the stage shows',
  keys: { title: 'Levels of the stage', farther: 'One level farther', nearer: 'One level nearer' },
  names: {
    heat: 'Heat map',
    cluster: 'Cluster',
    topic: 'Topic',
    partition: 'Partition',
    groups: 'Group',
    transactions: 'Transaction',
    quorum: 'Quorum',
    requests: 'Request path',
    spaceTime: 'Space-time',
    events: 'Event log',
  },
};
