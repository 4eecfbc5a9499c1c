import { lazy, Suspense, useState } from 'react';
import { singleBranch } from '../link/commandTree.ts';
import type { EncodedLink } from '../link/encodeLink.ts';
import type { LinkPlace, SharedLink } from '../link/SharedLink.ts';
import type { Command } from '../scenario/Scenario.ts';
import { ENGINE_VERSION } from '../shared/engineVersion.ts';
import type { Simulation } from '../state/Simulation.ts';
import { copyText } from '../ui/clipboard.ts';
import { announce } from '../ui/LiveRegion.tsx';
import { useMessages } from '../ui/messages.tsx';
import type { TopBarAction } from './TopBar.tsx';

const TakeLinkDialog = lazy(async () => ({ default: (await import('./TakeLinkDialog.tsx')).TakeLinkDialog }));

/** What the reader must see: the link to take away by hand, or why there is none. */
export type ShareTrouble =
  | { readonly kind: 'clipboard'; readonly address: string }
  | { readonly kind: 'too-long'; readonly length: number; readonly limit: number };

export interface Share {
  readonly action: TopBarAction;
  readonly trouble: ShareTrouble | null;
  readonly close: () => void;
}

const COPIED_FOR_MS = 2000;

/** The button that copies a link to the moment on the stage. A place that moves along is asked for when the run stands still. */
export function useShare(
  simulation: Simulation | null,
  place: LinkPlace | (() => LinkPlace),
  label?: string,
  extras?: LinkExtras,
): Share {
  const m = useMessages().link;
  const [copied, setCopied] = useState(false);
  const [trouble, setTrouble] = useState<ShareTrouble | null>(null);

  const share = async () => {
    if (simulation === null) return;
    const encoded = await linkTo(simulation, place, extras);
    if (!encoded.ok) {
      setTrouble({ kind: 'too-long', length: encoded.problem.length, limit: encoded.problem.limit });
      return;
    }
    const address = addressOf(encoded.hash);
    if (await copyText(address)) {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_FOR_MS);
      announce(m.copiedSpoken);
    } else setTrouble({ kind: 'clipboard', address });
  };
  return {
    action: {
      id: 'copy-link',
      label: copied ? m.copied : (label ?? m.copy),
      icon: copied ? 'check' : 'link',
      primary: typeof place !== 'function' && place.kind === 'lab',
      run: () => void share(),
    },
    trouble,
    close: () => setTrouble(null),
  };
}

/** As far as every program for mail and chat lets a link through. */
export const SAFE_LINK_CHARACTERS = 2000;

/** What a link brings beside the run on the stage: what else was tried, and what it stands beside. Asked for when the run stands still. */
export type LinkExtras = () => Partial<Pick<SharedLink, 'tree' | 'compare' | 'others'>>;

export async function linkTo(
  simulation: Simulation,
  place: LinkPlace | (() => LinkPlace),
  extras: LinkExtras = () => ({}),
): Promise<EncodedLink> {
  simulation.pause();
  const moment = await momentOf(simulation);
  return linkToMoment({ ...moment, ...extras() }, typeof place === 'function' ? place() : place);
}

export interface Moment
  extends
    Pick<SharedLink, 'scenario' | 'instant' | 'digest' | 'bookmarks'>,
    Partial<Pick<SharedLink, 'tree' | 'compare' | 'others'>> {
  readonly commands: readonly Command[];
}

export async function linkToMoment({ commands, ...moment }: Moment, place: LinkPlace): Promise<EncodedLink> {
  const { encodeLink } = await import('../link/encodeLink.ts');
  return encodeLink({ tree: singleBranch(commands), ...moment, place, engineVersion: ENGINE_VERSION });
}

/** The whole address for what stands behind its hash. */
export function addressOf(hash: string): string {
  return `${location.href.replace(/#.*$/s, '')}${hash}`;
}

/** Digest and instant of one and the same state: what was still under way when play was paused is waited for. */
async function momentOf(simulation: Simulation): Promise<Moment> {
  for (;;) {
    const before = simulation.store.getState();
    const digest = await simulation.digest();
    const { nowUs, after, commands, scenario } = simulation.store.getState();
    if (nowUs === before.nowUs && after === before.after && commands === before.commands) {
      const bookmarks = simulation.bookmarks.getState();
      return { scenario, commands, instant: { timeUs: nowUs, after }, digest, bookmarks };
    }
  }
}

export function ShareDialog({ share }: { readonly share: Share }) {
  if (share.trouble === null) return null;
  return (
    <Suspense fallback={null}>
      <TakeLinkDialog trouble={share.trouble} onClose={share.close} />
    </Suspense>
  );
}
