import { setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { baseExtensions, changedStretch, diagnosticsOf, languageOf, markTakenIn } from './codeMirror.ts';
import './codeEditor.css';
import type { PlacedProblem, TextFormat, TextRange } from './scenarioText.ts';

export interface CodeEditorHandle {
  focus(): void;
  /** The caret to it, and into sight. */
  goTo(range: TextRange): void;
}

export interface CodeEditorProps {
  readonly label: string;
  /** Ids of what is said besides the label. */
  readonly describedBy: string;
  /** What does not come from the keys here is put in with the smallest change, so that the caret and undo stay. */
  readonly text: string;
  /** It is what a deed in the run has made of it: what is otherwise stands out. */
  readonly isByRun: boolean;
  readonly format: TextFormat;
  readonly problems: readonly PlacedProblem[];
  readonly onChange: (text: string) => void;
  readonly onCaret: (caret: number) => void;
  /** Ctrl+Enter or ⌘+Enter. */
  readonly onApply: () => void;
  readonly className?: string;
  readonly ref: Ref<CodeEditorHandle>;
}

/** A change that is known outside already. */
const fromOutside = Annotation.define<true>();

/** A scenario's text in CodeMirror: coloured, with marks at what is wrong and an offer of what may stand at the caret. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, describedBy, text, isByRun, format, problems, className, ref } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  const parts = useRef({ language: new Compartment(), attributes: new Compartment() });
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const { language, attributes } = parts.current;
    const { current } = latest;
    if (place.current === null) return undefined;
    const created = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: current.text,
        extensions: [
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                latest.current.onApply();
                return true;
              },
            },
          ]),
          ...baseExtensions(),
          language.of(languageOf(current.format)),
          attributes.of([]),
          EditorView.updateListener.of((update) => {
            const isOurs = update.transactions.some((one) => one.annotation(fromOutside) === true);
            if (update.docChanged && !isOurs) latest.current.onChange(update.state.doc.toString());
            if (update.docChanged || update.selectionSet)
              latest.current.onCaret(update.state.selection.main.head);
          }),
        ],
      }),
    });
    view.current = created;
    return () => {
      created.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(languageOf(format)) });
  }, [format]);
  useEffect(() => {
    const now = view.current;
    if (now === null) return;
    const change = changedStretch(now.state.doc.toString(), text);
    if (change === null) return;
    const end = change.from + change.insert.length;
    now.dispatch({
      changes: change,
      effects: [
        markTakenIn.of(isByRun && change.insert !== '' ? { from: change.from, to: end } : null),
        ...(isByRun && !now.hasFocus ? [EditorView.scrollIntoView(end, { y: 'nearest', yMargin: 40 })] : []),
      ],
      annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
    });
  }, [text, isByRun]);
  useEffect(() => {
    const now = view.current;
    if (now !== null) now.dispatch(setDiagnostics(now.state, diagnosticsOf(problems, now.state.doc)));
  }, [problems]);
  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.attributes.reconfigure(
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': describedBy,
          'aria-invalid': String(problems.length > 0),
          'aria-multiline': 'true',
          spellcheck: 'false',
          autocorrect: 'off',
          autocapitalize: 'off',
        }),
      ),
    });
  }, [label, describedBy, problems.length]);
  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    goTo({ from, to }) {
      const now = view.current;
      if (now === null) return;
      const most = now.state.doc.length;
      now.focus();
      now.dispatch({
        selection: { anchor: Math.min(from, most), head: Math.min(to, most) },
        effects: EditorView.scrollIntoView(Math.min(from, most), { y: 'center' }),
      });
    },
  }));
  return (
    // A list that Escape has closed is all that it closes.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className={`code-editor ${className ?? ''}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
      }}
    />
  );
}
