interface Node {
  readonly type: string;
  value?: string;
  readonly children?: readonly Node[];
}

/** Between the thousands of a number in a text no line may break: the space there is narrow and does not. */
export function wholeNumbers() {
  return (tree: Node): void => visit(tree);
}

function visit(node: Node): void {
  // Only prose: in code a space is a space.
  if (node.type === 'text' && node.value !== undefined)
    node.value = node.value.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, '\u202F');
  if (node.type === 'element' && (node as { tagName?: string }).tagName === 'code') return;
  for (const child of node.children ?? []) visit(child);
}
