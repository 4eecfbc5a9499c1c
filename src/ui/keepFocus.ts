import { MAIN_ID } from './SkipLink.tsx';

/** Who takes the focus by itself, as a dialog that closes, has done so by then. */
const GRACE_MS = 250;
/** What comes in place of what is gone may have to be fetched. */
const PATIENCE_MS = 5000;

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

/** Where an element stood: itself and all around it, each with what stood beside it. */
interface Place {
  readonly element: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
}

/**
 * The focus is never lost: when what has it goes (a line is taken away, a button has nothing left to do, another screen comes), it goes to
 * what stood next to it, else to what is nearest around it, and on a new screen to its heading. Somebody who has clicked on nothing has
 * meant that. Returns how to stop.
 */
export function keepFocus(): () => void {
  let places: readonly Place[] = [];
  /** Where it was before a menu or a dialog opened over the page. */
  let below: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lostAt = 0;

  const forget = () => {
    places = [];
    below = [];
    stopWaiting();
  };
  const stopWaiting = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target === document.body) return;
    stopWaiting();
    const now = placesAround(target);
    if (places.length > 0 && now.at(-1)?.element !== places.at(-1)?.element) below = places;
    letGo();
    places = now;
  };
  /** What has gone from the page is nowhere to go back to, and holding it keeps all that stood in it. */
  const letGo = () => {
    if (below.at(-1)?.element.isConnected === false) below = [];
  };
  const look = () => {
    letGo();
    if (timer !== null || places[0] === undefined || !isLost(places[0].element)) return;
    lostAt = performance.now();
    timer = setTimeout(findAnother, GRACE_MS);
  };
  const findAnother = () => {
    timer = null;
    if (!isNowhere() || places[0] === undefined || !isLost(places[0].element)) return;
    const found = besideOrAround(places) ?? besideOrAround(below);
    if (found !== null) found.focus({ preventScroll: found.tagName === 'H1' });
    else if (performance.now() - lostAt < PATIENCE_MS) timer = setTimeout(findAnother, GRACE_MS);
    else forget();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', forget, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', forget, true);
    stopWaiting();
  };
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isLost(element: Element): boolean {
  return isNowhere() && (!element.isConnected || element.matches(':disabled'));
}

function placesAround(target: Element): readonly Place[] {
  const places: Place[] = [];
  for (let at: Element | null = target; at !== null && at !== document.body; at = at.parentElement)
    places.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  return places;
}

/** From the inside: what stood beside each, and then what it stood in, until something takes the focus. */
function besideOrAround(places: readonly Place[]): HTMLElement | null {
  for (const [i, { next, previous }] of places.entries()) {
    for (const beside of [next, previous]) {
      const found = beside === null ? null : firstIn(beside);
      if (found !== null) return found;
    }
    const around = places[i + 1]?.element;
    if (around === undefined || !around.isConnected) continue;
    // A page has gone: the name of the one that has come says where one is.
    if (around.id === MAIN_ID || around.querySelector(`#${MAIN_ID}`) !== null) return headingOfPage();
    const found = firstIn(around);
    if (found !== null) return found;
  }
  return null;
}

function headingOfPage(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>(`#${MAIN_ID} h1`);
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

function firstIn(element: Element): HTMLElement | null {
  if (!element.isConnected) return null;
  const all = [...(element.matches(TABBABLE) ? [element] : []), ...element.querySelectorAll(TABBABLE)];
  const found = all.find(
    (one) => one.checkVisibility() && one.closest('[inert], [aria-hidden="true"]') === null,
  );
  return found instanceof HTMLElement ? found : null;
}
