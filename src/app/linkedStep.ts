import { lessonCatalog } from 'virtual:lesson-catalog';
import type { LinkPlace } from '../link/SharedLink.ts';

const PREFIX = 'l/';

/** The link in the rest of a lesson's address; null when there is none. */
export function linkBehindStep(rest: string | undefined): string | null {
  return rest?.startsWith(PREFIX) === true && rest.length > PREFIX.length ? rest.slice(PREFIX.length) : null;
}

/** The step that a link was made in; null when it was none, or when the lesson does not have it any more. */
export function stepOfLink(place: LinkPlace): { readonly slug: string; readonly stepId: string } | null {
  if (place.kind === 'lab') return null;
  const stepIds = lessonCatalog.find((lesson) => lesson.id === place.lesson)?.stepIds ?? [];
  const stepId = place.stepId ?? stepIds[0];
  return stepId !== undefined && stepIds.includes(stepId) ? { slug: place.lesson, stepId } : null;
}

/** Where the step of a link opens, with the link kept in the address: a reload finds it again. */
export function addressOfLinkedStep(place: LinkPlace, text: string): string | null {
  const step = stepOfLink(place);
  if (step === null) return null;
  // Without what trackers add: a question mark would end the address behind the hash.
  const bare = text.replaceAll(/\s/g, '').replace(/[?&].*$/, '');
  return `/lesson/${step.slug}/${step.stepId}/${PREFIX}${bare}`;
}
