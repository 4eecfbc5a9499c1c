import type { ReactNode } from 'react';
import { Button, Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { Icon } from './icons.tsx';

export interface DisclosureProps {
  readonly title: string;
  readonly level?: 2 | 3 | 4;
  readonly defaultExpanded?: boolean;
  readonly children: ReactNode;
}

/** Folds away what is not always needed; the title stays. */
export function Disclosure({ title, level = 3, defaultExpanded = false, children }: DisclosureProps) {
  return (
    <AriaDisclosure defaultExpanded={defaultExpanded} className="group/disclosure">
      <Heading level={level}>
        <Button
          slot="trigger"
          className="type-panel flex min-h-8 w-full items-center gap-1.5 rounded-cell text-left text-ink hover:text-accent pointer-coarse:min-h-11"
        >
          <span
            aria-hidden="true"
            className="-ml-1 text-ink-3 transition-transform group-expanded/disclosure:rotate-90"
          >
            <Icon name="next" size={14} />
          </span>
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="pb-2">{children}</div>
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
