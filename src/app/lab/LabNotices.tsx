import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { describeScenarioProblem } from '../../i18n/describeScenarioProblem.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { BOOKMARKS_BACKUP_KEY, BOOKMARKS_KEY, lostBookmarks } from './keptBookmarks.ts';
import { labSession } from './labSession.ts';

export interface LabNoticesProps {
  /** Configs of the scenario that change nothing, a sentence each. */
  readonly ignored: readonly string[];
  readonly onDismiss: () => void;
  readonly children?: ReactNode;
}

/** Of bookmarks that could not be read: what is wrong with more of them is seen in their text. */
const MOST_LINES = 5;

/** What the reader must know about what is open: over the stage until it is put away. */
export function LabNotices({ ignored, onDismiss, children }: LabNoticesProps) {
  const m = useMessages().lab;
  const notice = useStore(labSession.store, (state) => state.notice);
  const lost = useStore(lostBookmarks);
  return (
    <div className="flex max-h-1/2 shrink-0 flex-col gap-2 overflow-y-auto px-4 py-2 empty:hidden">
      {children}
      {notice?.kind === 'unreadable' && (
        <Notice
          title={m.notices.unreadable}
          lines={[...notice.problems.map(describeScenarioProblem), m.notices.backup(notice.backupKey)]}
          onDismiss={() => labSession.dismissNotice()}
        />
      )}
      {notice?.kind === 'not-kept' && (
        <Notice
          title={m.notices.notKept[notice.why]}
          lines={[]}
          onDismiss={() => labSession.dismissNotice()}
        />
      )}
      {notice?.kind === 'futures-lost' && (
        <Notice
          title={m.notices.futuresLost(notice.lost)}
          lines={[m.notices.backup(notice.backupKey)]}
          onDismiss={() => labSession.dismissNotice()}
        />
      )}
      {lost !== null && (
        <Notice
          title={
            lost.problems[0]?.what === 'list'
              ? m.notices.allBookmarksLost
              : m.notices.bookmarksLost(lost.problems.length)
          }
          lines={[
            ...lost.problems
              .slice(0, MOST_LINES)
              .map(({ what, number }) => m.notices.bookmarkProblem[what](number)),
            m.notices.bookmarksMend(
              lost.backupKey,
              lost.backupKey === BOOKMARKS_BACKUP_KEY ? BOOKMARKS_KEY : null,
            ),
          ]}
          onDismiss={() => lostBookmarks.setState(null, true)}
        />
      )}
      {ignored.length > 0 && (
        <Notice title={m.dialog.ignored(ignored.length)} lines={ignored} onDismiss={onDismiss} />
      )}
    </div>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly onDismiss: () => void;
}

function Notice({ title, lines, onDismiss }: NoticeProps) {
  const m = useMessages().lab.notices;
  return (
    <Callout tone="wait" title={title} live>
      {lines.length > 0 && (
        <ul className="mt-1">
          {lines.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
      <Button variant="ghost" size="small" className="mt-1 -ml-2" onPress={onDismiss}>
        {m.dismiss}
      </Button>
    </Callout>
  );
}
