import { plural } from '../plural.ts';

export const fidelity = {
  title: 'What is modelled',
  lead: 'What Highwater shows is what Kafka 4.2 does, as far as this list goes. Each rule has a source and a state. “Verified” is computed: tests that carry the rule’s name ran and passed on exactly these sources.',
  states: {
    verified: 'verified',
    modelled: 'modelled, not checked',
    simplified: 'simplified',
    'not-modelled': 'not modelled',
  },
  /** The same where there is room for one letter; the whole is its name for a screen reader. */
  signs: { verified: '✓', modelled: '○', simplified: '≈', 'not-modelled': '∅' },
  stateMeaning: {
    verified: 'Modelled in full, and tests that carry its name passed on exactly these sources.',
    modelled: 'Modelled in full, but no test that carries its name passed on exactly these sources.',
    simplified: 'Modelled in part: below stands what differs, and when that matters.',
    'not-modelled': 'Not there: a run behaves as if Kafka did not have it.',
  },
  all: 'all',
  filter: 'State',
  count: (state: string, count: string) => `${count} ${state}`,
  search: 'Search',
  found: (count: number) => plural(count, { one: '# rule', other: '# rules' }),
  noneFound: 'No rule has these words in this state.',
  notHere: 'What is not here',
  notHereLead: 'What people look for in Kafka and do not find in this version.',
  linkTo: (id: string) => `Link to rule ${id}`,
  reason: 'Why',
  consequence: 'When it matters',
  source: 'Source',
  tests: (count: number) => plural(count, { one: '# check', other: '# checks' }),

  conformance: 'Checked against Apache Kafka itself',
  conformanceLead: (scenarios: number, equal: number) =>
    `${plural(scenarios, { one: '# scenario was', other: '# scenarios were' })} run on real Kafka clusters and recorded. ${equal < scenarios ? `In ${equal} of them the engine does what Kafka did; in the others all but what is said here.` : 'In all of them the engine does what Kafka did.'}`,
  conformanceScenario: 'Scenario',
  conformanceAsks: 'What it asks of Kafka',
  conformanceVersions: 'Kafka (runs)',
  conformanceVerdict: 'Verdict',
  conformanceWindow: 'Window',
  conformanceVersion: (version: string, runs: number) => `${version} (${runs})`,
  conformanceEqual: 'equal',
  conformanceDiffers: (lane: string, because: string) => `differs in ${lane}: ${because}`,
  conformanceSeconds: (early: string, late: string) => `−${early} to +${late} s`,

  vectors: 'Checked against Kafka’s own classes',
  vectorsLead: (executed: number, same: number) =>
    `The test vectors of groups, storage, ACLs, quotas and windows come from an earlier snapshot of Kafka. They were run once more on the classes of released versions: ${plural(executed, { one: '# run', other: '# runs' })}, of which ${same} gave the same.`,
  vectorsGroup: 'Group',
  vectorsClasses: 'Kafka’s classes',
  vectorsVersion: 'Kafka',
  vectorsCases: 'Cases',
  vectorsExecuted: 'Executed',
  vectorsSame: 'Same',
  vectorsDiffers: 'Differs',
  vectorsNone: '–',
  vectorsBecause: (vectors: readonly string[], because: string) =>
    `${vectors.length === 1 ? vectors.join() : plural(vectors.length, { one: '# case', other: '# cases' })}: ${because}`,

  mark: (control: string, state: string) => `${control}: ${state}`,
  rulesOf: (control: string) => `How true to Kafka is ${control}?`,
  loading: 'Loading the rules …',

  versionsTitle: 'If you run another version',
  versionsLead:
    'Highwater models Kafka 4.2. This is what is known to differ in 3.x, and within 4.x. Each line was read in the sources of both sides or in Kafka’s upgrade notes.',
  versionsLink: 'If you run 3.x or another 4.x',
  versionsSearch: 'Search, as 3.x, linger or KIP-966',
  versionsFilter: 'Versions',
  versionsAll: 'all',
  versionsOld: '3.x',
  versionsNew: 'within 4.x',
  versionsFound: (count: number) => plural(count, { one: '# difference', other: '# differences' }),
  versionsNone: 'No difference has these words.',
  versionsThere: (versions: string) => `${versions.slice(0, 1).toUpperCase()}${versions.slice(1)}`,
  versionsHere: '4.2',
  versionsRule: (rule: string) => `Rule ${rule}`,
  toLedger: 'All rules',

  report: 'Report a wrong rule',
  reportLead: 'Nothing is sent from here. Copy this text and post it where the project takes issues.',
  reportText: (rule: {
    readonly engine: string;
    readonly id: string;
    readonly state: string;
    readonly title: string;
    readonly source: string;
    readonly page: string;
    /** Of the run: the version that it models, its moment, and the link that repeats it. */
    readonly run: { readonly kafkaVersion: string; readonly moment: string; readonly link: string } | null;
  }) =>
    [
      `Highwater engine ${rule.engine}, rule ${rule.id} (${rule.state})`,
      `Rule: ${rule.title}`,
      `Source given: ${rule.source}`,
      ...(rule.run === null
        ? [`Page: ${rule.page}`]
        : [
            `kafka.version: ${rule.run.kafkaVersion}`,
            `Moment: ${rule.run.moment}`,
            `Link that repeats it: ${rule.run.link}`,
          ]),
      'Kafka version and what Kafka does: ',
      'What Highwater does: ',
    ].join('\n'),
  reportLinkComing: 'being made …',
  reportLinkTooLong: 'longer than links may be: attach the scenario file (Save or share, in the Lab)',
  reportLinkFailed: 'could not be made',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Not allowed here: select the text and copy it',
};
