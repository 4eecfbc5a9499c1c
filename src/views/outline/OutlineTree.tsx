import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import {
  Button,
  Collection,
  ListLayout,
  Tree,
  TreeItem,
  TreeItemContent,
  Virtualizer,
  type Key,
  type Selection,
} from 'react-aria-components';
import { outline as o } from '../../i18n/en/outline.ts';
import { Icon } from '../../ui/icons.tsx';
import { selectCluster } from '../clusterModel.ts';
import { useSimulation, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import { choiceOf, lineInPlaceOf, pointedAtBy, selectedLine } from './outlineChoice.ts';
import { OutlineText } from './OutlineText.tsx';
import { linesAround, linesInOrder, type OutlineNode } from './outlineTree.ts';

/** With more of them only the lines in sight are in the page. By size and not by what is open: to change over would take the focus. */
const MOST_WHOLE = { brokers: 24, partitions: 60 };
const LAYOUT = { estimatedRowHeight: 30 };

/** The outline to walk over by keys: what is chosen here is chosen on the stage, and the other way round. */
export function OutlineTree({ nodes }: { readonly nodes: readonly OutlineNode[] }) {
  const { store } = useSimulation();
  const view = useStageViewStore();
  const root = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const inspected = useStageView((state) => state.inspected);
  const partition = useStageView((state) => state.partition);
  const panel = useStageView((state) => state.panel);
  const [chosen, setChosen] = useState<string | null>(null);
  const lines = useMemo(() => linesInOrder(nodes), [nodes]);
  const opened = lines.filter(({ children }) => children.length > 0).map(({ key }) => key);
  const clusterNow = () => selectCluster(store.getState().entities);
  const lineOf = (key: string) => lines.find((node) => node.key === key);

  const selected = selectedLine(clusterNow(), lines, chosen, { inspected, partition, panel });
  useReveal(root, selected);
  const focusedRef = useKeptLine(root, lines);

  const fold = (key: string, isOpen: boolean) =>
    view.setState(({ outlineFolds }) => ({ outlineFolds: { ...outlineFolds, [key]: isOpen } }));
  const onExpandedChange = (keys: Set<Key>) => {
    for (const { key, hasChildren, children } of lines)
      if (hasChildren && keys.has(key) !== children.length > 0) fold(key, keys.has(key));
  };
  const onSelectionChange = (selection: Selection) => {
    const key = selection === 'all' ? undefined : [...selection][0];
    if (key === undefined) {
      setChosen(null);
      view.setState({ inspected: null });
      return;
    }
    const node = lineOf(String(key));
    const choice = node === undefined ? null : choiceOf(clusterNow(), node.line);
    if (node !== undefined && choice === null && node.hasChildren) fold(node.key, node.children.length === 0);
    if (node === undefined || choice === null) return;
    setChosen(node.key);
    view.setState(({ folded }) =>
      choice.inspected === undefined ? choice : { ...choice, folded: { ...folded, panels: false } },
    );
  };
  const point = usePointing();
  const onFocus = (event: FocusEvent) => {
    const key = event.target.closest('[data-key]')?.getAttribute('data-key') ?? null;
    focusedRef.current = key;
    const node = key === null ? undefined : lineOf(key);
    point(node === undefined ? null : pointedAtBy(clusterNow(), node.line));
  };
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // A line that goes takes the focus along without anybody wanting it: only who goes elsewhere leaves.
    if (event.relatedTarget !== null) focusedRef.current = null;
    point(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    view.setState({ outlineVisible: false, takesFocus: true });
  };

  const cluster = clusterNow();
  const isLarge =
    cluster.brokers.length > MOST_WHOLE.brokers || cluster.partitions.length > MOST_WHOLE.partitions;
  const tree = (
    <Tree
      aria-label={o.title}
      aria-describedby={helpId}
      className="hw-outline-tree type-row"
      items={nodes}
      selectionMode="single"
      selectionBehavior="toggle"
      selectedKeys={selected === null ? [] : [selected]}
      onSelectionChange={onSelectionChange}
      expandedKeys={opened}
      onExpandedChange={onExpandedChange}
      escapeKeyBehavior="none"
    >
      {renderNode}
    </Tree>
  );
  return (
    // Keys of the tree that it leaves over, and where its focus is.
    <div
      ref={root}
      className="flex min-h-0 flex-1 flex-col"
      data-finds-by-letters
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDownCapture={onKeyDown}
    >
      <p id={helpId} hidden>
        {o.help}
      </p>
      {isLarge ? (
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          {tree}
        </Virtualizer>
      ) : (
        tree
      )}
    </div>
  );
}

function renderNode(node: OutlineNode) {
  const textId = `outline-text ${node.key}`.replaceAll(/\s/g, '_');
  return (
    <TreeItem
      id={node.key}
      textValue={node.name}
      className="hw-outline-line"
      // Heard is what the line says, and not only the name that letters find it by.
      render={(props) => <div {...props} aria-label={undefined} aria-labelledby={textId} />}
    >
      <TreeItemContent>
        {node.hasChildren ? (
          <Button slot="chevron" aria-label={o.unfold} className="hw-outline-chevron">
            <Icon name="next" size={12} />
          </Button>
        ) : (
          <span className="hw-outline-chevron" />
        )}
        <span id={textId} className="min-w-0 flex-1 py-1">
          <OutlineText line={node.line} />
        </span>
      </TreeItemContent>
      {node.hasChildren && node.children.length === 0 ? (
        // The tree takes a line without any inside for one that does not open. Never drawn.
        <TreeItem id={`${node.key}/shut`} textValue={node.name}>
          {null}
        </TreeItem>
      ) : (
        <Collection items={node.children}>{renderNode}</Collection>
      )}
    </TreeItem>
  );
}

/** What is selected elsewhere comes into sight: its line is opened to, and scrolled to unless somebody walks here. */
function useReveal(root: RefObject<HTMLElement | null>, selected: string | null): void {
  const { store } = useSimulation();
  const view = useStageViewStore();
  const inspected = useStageView((state) => state.inspected);
  useEffect(() => {
    if (inspected === null || root.current?.contains(document.activeElement) === true) return;
    const around = linesAround(selectCluster(store.getState().entities), inspected);
    const { outlineFolds } = view.getState();
    if (around.every((key) => outlineFolds[key] === true)) return;
    view.setState({
      outlineFolds: { ...outlineFolds, ...Object.fromEntries(around.map((key) => [key, true])) },
    });
  }, [inspected, root, store, view]);
  useEffect(() => {
    if (selected === null || root.current?.contains(document.activeElement) === true) return;
    const line = find(root, selected);
    // jsdom has no scrolling.
    if (line !== null && 'scrollIntoView' in line) line.scrollIntoView({ block: 'nearest' });
  }, [root, selected]);
}

/** The focus stays in the tree when its line goes. */
function useKeptLine(
  root: RefObject<HTMLElement | null>,
  lines: readonly OutlineNode[],
): RefObject<string | null> {
  const focused = useRef<string | null>(null);
  const before = useRef(lines);
  useEffect(() => {
    const old = before.current;
    before.current = lines;
    const key = focused.current;
    if (key === null || lines.some((node) => node.key === key)) return undefined;
    const next = lineInPlaceOf(key, old, lines);
    if (next === null) return undefined;
    // The tree draws its lines a moment after it was given them.
    const request = requestAnimationFrame(() => {
      focused.current = next;
      find(root, next)?.focus();
    });
    return () => cancelAnimationFrame(request);
  }, [root, lines]);
  return focused;
}

function find(root: RefObject<HTMLElement | null>, key: string): HTMLElement | null {
  return root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
}

/** Rings on the stage what the line with the focus tells of; afterwards what a text beside it pointed at before. */
function usePointing() {
  const view = useStageViewStore();
  const before = useRef<readonly string[] | null>(null);
  const point = useCallback(
    (keys: readonly string[] | null) => {
      if (keys !== null) {
        before.current ??= view.getState().pointedAt;
        view.setState({ pointedAt: keys });
      } else if (before.current !== null) {
        view.setState({ pointedAt: before.current });
        before.current = null;
      }
    },
    [view],
  );
  useEffect(() => () => point(null), [point]);
  return point;
}
