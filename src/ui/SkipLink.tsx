export const MAIN_ID = 'main';

/** The first stop of the Tab key. The address bar holds the route after `#`, so the jump is done by hand. */
export function SkipLink({ children }: { readonly children: string }) {
  return (
    <a
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-button focus:bg-ink focus:px-4 focus:py-2 focus:text-ink-inv"
    >
      {children}
    </a>
  );
}
