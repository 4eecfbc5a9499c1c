export const levels = {
  label: 'What the stage shows',
  names: {
    cluster: 'Cluster',
    partition: 'Partition',
  },
};
