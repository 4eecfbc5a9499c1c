import { lazy, Suspense, useState } from 'react';
import { describeLinkProblem } from '../i18n/describeLinkProblem.ts';
import { formatTime } from '../i18n/format.ts';
import { commandsOf } from '../link/commandTree.ts';
import type { LinkProblem, SavedParts } from '../link/SharedLink.ts';
import type { SavedLab } from '../state/labStore.ts';
import { Button } from '../ui/Button.tsx';
import { ToneMark } from '../ui/Callout.tsx';
import { useMessages } from '../ui/messages.tsx';
import { LabScreen } from './lab/LabScreen.tsx';
import { LinkButton } from './LinkButton.tsx';
import { PageFrame } from './PageFrame.tsx';

const MendDialog = lazy(async () => ({ default: (await import('./lab/MendDialog.tsx')).MendDialog }));

export interface BrokenLinkPageProps {
  readonly problem: LinkProblem;
  readonly saved: SavedParts;
  /** The link as it came, from its hash on. */
  readonly text: string;
}

/** What is wrong with the link, where, and what is left of it. */
export function BrokenLinkPage({ problem, saved, text }: BrokenLinkPageProps) {
  const m = useMessages();
  const t = m.link.broken;
  const [opened, setOpened] = useState<SavedLab | null>(null);
  const [isMending, setMending] = useState(false);
  if (opened !== null) return <LabScreen start={opened} keeps={false} />;

  const openSaved = () => {
    if (saved.scenario === null) return;
    setOpened({
      scenario: saved.scenario,
      commands: saved.tree === null ? [] : commandsOf(saved.tree),
      instant: saved.instant ?? { timeUs: 0, after: 0 },
    });
  };
  const { lines, position, problems } = describeLinkProblem(m, problem);
  return (
    <PageFrame title={m.app.pageTitle(t.pageTitle)}>
      <div className="mx-auto flex max-w-[680px] flex-col gap-4 px-6 py-10">
        <h1 className="flex items-center gap-3 text-[20px] leading-[27px] font-[630] tracking-[-0.015em]">
          <span className="text-wait">
            <ToneMark tone="wait" size={26} />
          </span>
          {t.titles[problem.kind]}
        </h1>
        {lines.map((line) => (
          <p key={line} className="type-prose break-words text-ink-2">
            {line}
          </p>
        ))}
        <ProblemLines problems={problems} />
        {position !== null && <Excerpt text={text} position={position} />}
        <SavedList saved={saved} />
        <div className="flex flex-wrap gap-2">
          {saved.scenario !== null && (
            <Button variant="primary" onPress={openSaved}>
              {t.open}
            </Button>
          )}
          {saved.scenario === null && saved.scenarioJson !== null && (
            <Button variant="primary" onPress={() => setMending(true)}>
              {t.mend}
            </Button>
          )}
          <LinkButton to="/">{t.toCourse}</LinkButton>
          <LinkButton to="/lab">{t.toLab}</LinkButton>
        </div>
      </div>
      {isMending && (
        <Suspense fallback={null}>
          <MendDialog
            text={JSON.stringify(saved.scenarioJson, null, 2)}
            onClose={() => setMending(false)}
            onRun={({ scenario }) => setOpened({ scenario, commands: [], instant: { timeUs: 0, after: 0 } })}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}

function ProblemLines({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-[8px] bg-sunken px-3 py-2">
      {problems.map((line) => (
        <li key={line} className="mono break-words text-ink">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** Characters shown on each side of the fault. */
const AROUND = 24;

function Excerpt({ text, position }: { readonly text: string; readonly position: number }) {
  const t = useMessages().link.broken;
  const from = Math.max(0, position - AROUND);
  return (
    <div>
      <p className="type-label mb-1">{t.where}</p>
      <p className="rounded-[8px] bg-sunken px-3 py-2 font-mono text-[12px] leading-[18px] break-all text-ink-2">
        {from > 0 && '…'}
        {text.slice(from, position)}
        <mark className="border-b-2 border-error bg-error-tint font-[600] text-error">
          {text.slice(position, position + 1) || '▏'}
        </mark>
        {text.slice(position + 1, position + 1 + AROUND)}
        {position + 1 + AROUND < text.length && '…'}
      </p>
    </div>
  );
}

function SavedList({ saved }: { readonly saved: SavedParts }) {
  const t = useMessages().link.broken;
  const { scenario, scenarioJson, tree, lostCommands, instant } = saved;
  const commandCount = tree === null ? 0 : commandsOf(tree).length;
  const lines =
    scenario !== null
      ? [
          t.scenario(scenario.brokers.length, scenario.topics.length),
          commandCount + lostCommands === 0 ? t.noCommands : t.commands(commandCount, lostCommands),
          instant === null ? t.noInstant : t.instant(formatTime(instant.timeUs)),
          t.notCompared,
        ]
      : scenarioJson !== null
        ? [t.scenarioText]
        : [];
  return (
    <section>
      <h2 className="type-panel mb-1">{t.savedTitle}</h2>
      {lines.length === 0 ? (
        <p className="type-prose text-ink-2">{t.nothing}</p>
      ) : (
        <>
          <ul className="list-disc pl-5 text-[13.5px] leading-[21px] text-ink-2">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="type-row mt-2 text-ink-3">{t.silent}</p>
        </>
      )}
    </section>
  );
}
