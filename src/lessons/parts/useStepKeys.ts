import { useEffect } from 'react';
import { useMessages } from '../../ui/messages.tsx';
import { useShortcutHelp } from '../../ui/shortcuts.ts';
import { useLesson } from '../LessonContext.tsx';

/** PageDown and PageUp turn the steps, unless the focus is in something that scrolls or types by itself. */
export function useStepKeys(index: number): void {
  const { lesson, goToStep } = useLesson();
  const m = useMessages().lesson.keys;
  useShortcutHelp(m.title, [
    { keys: 'PageDown', label: m.next },
    { keys: 'PageUp', label: m.previous },
    { keys: '1–9', label: m.answer },
  ]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target !== null && target.closest('input, textarea, select, [role="dialog"]') !== null) return;
      const to = event.key === 'PageDown' ? index + 1 : event.key === 'PageUp' ? index - 1 : null;
      if (to === null || to < 0 || to >= lesson.steps.length) return;
      event.preventDefault();
      goToStep(to);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [index, lesson, goToStep]);
}
