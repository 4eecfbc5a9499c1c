import { useEffect, useState } from 'react';
import { takeAway as m } from '../../i18n/en/takeAway.ts';
import type { EncodedLink } from '../../link/encodeLink.ts';
import type { LinkPlace } from '../../link/SharedLink.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText, downloadBlob, downloadText } from '../../ui/clipboard.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { TakeAwayField } from '../../ui/fields.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { pngOf, stagePicture } from '../../ui/picture/stagePicture.ts';
import { embedAddress } from '../embed.ts';
import { addressOf, linkTo, SAFE_LINK_CHARACTERS, type LinkExtras } from '../share.tsx';
import { downloadScenario, downloadTrace } from './downloads.ts';

export interface TakeAwayDialogProps {
  readonly simulation: Simulation;
  readonly place: LinkPlace;
  /** Other branches, which go with the link. */
  readonly extras: LinkExtras;
  /** What the run is called. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Link, files, pictures and the HTML for another page: all that a run can be taken along as. */
export function TakeAwayDialog({ simulation, place, extras, name, onClose }: TakeAwayDialogProps) {
  const [link, setLink] = useState<EncodedLink | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    let isOpen = true;
    void linkTo(simulation, place, extras).then((made) => {
      if (isOpen) setLink(made);
    });
    return () => {
      isOpen = false;
    };
  }, [simulation, place, extras]);
  const address = link?.ok === true ? addressOf(link.hash) : null;
  const copy = async () => {
    if (address === null || !(await copyText(address))) return;
    setCopied(true);
    announce(m.link.copied);
  };
  const picture = (): string | null => {
    const stage = document.querySelector('.area-stage');
    if (stage === null) return null;
    const caption = m.picture.caption(name, simulation.store.getState().nowUs);
    return stagePicture(stage, { caption, link: address });
  };
  const takeSvg = () => {
    const svg = picture();
    setProblem(svg === null ? m.picture.none : null);
    if (svg !== null) downloadText('highwater.svg', svg, 'image/svg+xml');
  };
  const takePng = async () => {
    const svg = picture();
    if (svg === null) {
      setProblem(m.picture.none);
      return;
    }
    const png = await pngOf(svg);
    setProblem(png === null ? m.picture.failed : null);
    if (png !== null) downloadBlob('highwater.png', png);
  };
  return (
    <Dialog title={m.title} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Part title={m.link.title} lead={m.link.lead}>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="primary"
              icon={copied ? 'check' : 'link'}
              isDisabled={address === null}
              onPress={() => void copy()}
            >
              {copied ? m.link.copied : m.link.copy}
            </Button>
            <LinkNote link={link} address={address} />
          </div>
        </Part>
        <Part title={m.files.title}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2">
            <dt>
              <Button icon="download" onPress={() => downloadScenario(simulation)}>
                {m.files.scenario}
              </Button>
            </dt>
            <dd className="type-row text-ink-2">{m.files.scenarioAbout}</dd>
            <dt>
              <Button icon="download" onPress={() => downloadTrace(simulation)}>
                {m.files.trace}
              </Button>
            </dt>
            <dd className="type-row text-ink-2">{m.files.traceAbout}</dd>
          </dl>
        </Part>
        <Part title={m.picture.title} lead={m.picture.about}>
          <div className="flex gap-2">
            <Button icon="download" onPress={takeSvg}>
              {m.picture.svg}
            </Button>
            <Button icon="download" onPress={() => void takePng()}>
              {m.picture.png}
            </Button>
          </div>
          {problem !== null && (
            <p role="alert" className="text-error">
              {problem}
            </p>
          )}
        </Part>
        {address !== null && (
          <Part title={m.embed.title} lead={m.embed.about}>
            <TakeAwayField
              label={m.embed.code}
              value={`<iframe src="${embedAddress(address)}" width="720" height="480" title="${m.embed.frameTitle}"></iframe>`}
            />
          </Part>
        )}
      </div>
    </Dialog>
  );
}

function LinkNote({ link, address }: { readonly link: EncodedLink | null; readonly address: string | null }) {
  if (link === null) return <span className="type-row text-ink-3">{m.link.making}</span>;
  if (!link.ok)
    return (
      <p className="type-row w-full text-wait">{m.link.tooLong(link.problem.length, link.problem.limit)}</p>
    );
  const length = address?.length ?? 0;
  return length > SAFE_LINK_CHARACTERS ? (
    <p className="type-row w-full text-wait">{m.link.long(length, SAFE_LINK_CHARACTERS)}</p>
  ) : (
    <span className="type-row text-ink-3">{m.link.length(length)}</span>
  );
}

function Part({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="type-label">{title}</h3>
      {lead !== undefined && <p className="type-row text-ink-2">{lead}</p>}
      {children}
    </section>
  );
}
