import type { ScenarioFile } from '../../scenario/ScenarioFile.ts';

/** Reports of the field as scenarios: `content/scenarios/field/<case>.json`, and `<case>.<what differs>.json` for contrast. */
const files = import.meta.glob<ScenarioFile>('../../../content/scenarios/field/*.json', {
  import: 'default',
  eager: true,
});

export interface FieldScenario {
  /** Name of the file: `REP-01`, `REP-01.acks-all`. */
  readonly id: string;
  readonly title: string;
  readonly file: ScenarioFile;
}

export interface Incident extends FieldScenario {
  /** The same with one thing changed. */
  readonly contrasts: readonly FieldScenario[];
}

const SCENARIOS: readonly FieldScenario[] = Object.entries(files)
  .map(([path, file]) => {
    const id = (path.split('/').at(-1) ?? path).replace(/\.json$/, '');
    return { id, title: file.title ?? id, file };
  })
  .sort((a, b) => (a.id < b.id ? -1 : 1));

export const INCIDENTS: readonly Incident[] = SCENARIOS.filter(({ id }) => !id.includes('.')).map(
  (scenario) => ({
    ...scenario,
    contrasts: SCENARIOS.filter(({ id }) => id.startsWith(`${scenario.id}.`)),
  }),
);

/** The incident that a scenario file belongs to, and the file; null when there is none. */
export function findIncident(
  id: string,
): { readonly incident: Incident; readonly scenario: FieldScenario } | null {
  const incident = INCIDENTS.find((one) => one.id === id.split('.')[0]);
  const scenario = [incident, ...(incident?.contrasts ?? [])].find((one) => one?.id === id);
  return incident && scenario ? { incident, scenario } : null;
}
