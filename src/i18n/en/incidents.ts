/** Reports of the field, each a scenario. What happens in one is told in its own file. */
export const incidents = {
  title: 'Real incidents',
  lead: 'What was reported from real clusters, as runs. Each opens in the Lab shortly before it happens: press play, look closer, change one thing and run it again.',
  question: 'What happened on other clusters, as runs',
  sources: 'From',
  between: ', ',
  open: 'Open in the Lab',
  openWhich: (title: string) => ` (${title})`,
  contrasts: 'With one thing changed',
  others: 'The same with one thing changed',
};
