import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { describeScenarioProblem } from '../../i18n/describeScenarioProblem.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
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

const PHONE = '(max-width: 719px)';

/**
 * What the reader must know about what is open: over the stage until it is put away. On a phone its beginning is enough until all of it is
 * asked for, and then it lies over the picture: the stage stays as high as it is.
 */
export function LabNotices({ ignored, onDismiss, children }: LabNoticesProps) {
  const m = useMessages().lab;
  const notice = useStore(labSession.store, (state) => state.notice);
  const lost = useStore(lostBookmarks);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = !children && notice === null && lost === null && ignored.length === 0;
  const isFoldable = useMediaQuery(PHONE) && !isEmpty;
  return (
    <div className="lab-notices" data-fold={isFoldable ? (isOpen ? 'open' : 'folded') : undefined}>
      <div className="lab-notices-content">
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
      {isFoldable && (
        <IconButton
          icon={isOpen ? 'up' : 'down'}
          label={isOpen ? m.notices.fold : m.notices.unfold}
          onPress={() => setOpen(!isOpen)}
        />
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
