export const levels = {
  label: 'What the stage shows',
  names: {
    heat: 'Heat map',
    cluster: 'Cluster',
    partition: 'Partition',
  },
};
