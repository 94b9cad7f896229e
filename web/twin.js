// The text twin of the drawing: a tree for screen readers, and a line that they speak when it changes.

// More would make screen readers and the browser slow; the drawing folds long lists as well.
const kMostItems = 3000;

export function createTwin({ getNative, tree, label, status }) {
  function makeItem(item) {
    const node = document.createElement('li');
    node.setAttribute('role', 'treeitem');
    node.setAttribute('aria-level', String(item.level ?? 1));
    node.setAttribute('aria-selected', String(Boolean(item.selected)));
    if (item.expanded !== undefined) node.setAttribute('aria-expanded', String(Boolean(item.expanded)));
    node.tabIndex = -1;
    node.dataset.id = String(item.id);
    node.style.paddingInlineStart = `${8 + 16 * ((item.level ?? 1) - 1)}px`;
    node.textContent = String(item.label);
    return node;
  }

  function setItems(items) {
    const focused = tree.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const nodes = items.slice(0, kMostItems).map(makeItem);
    if (items.length > kMostItems) {
      nodes.push(makeItem({ id: '', label: `and ${items.length - kMostItems} more`, level: 1 }));
    }
    tree.replaceChildren(...nodes);
    const wanted = nodes.find((node) => node.dataset.id === focused) ??
        nodes.find((node) => node.getAttribute('aria-selected') === 'true') ?? nodes[0];
    if (wanted) wanted.tabIndex = 0;
    if (focused !== null) wanted?.focus();
  }

  function choose(node) {
    if (node?.dataset.id) getNative()?.call('select', JSON.stringify({ target: node.dataset.id }));
  }

  function moveFocus(from, to) {
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  tree.addEventListener('click', (event) => choose(event.target.closest('[role="treeitem"]')));
  tree.addEventListener('keydown', (event) => {
    const node = event.target.closest('[role="treeitem"]');
    if (!node || event.ctrlKey || event.altKey || event.metaKey) return;
    switch (event.key) {
      case 'ArrowDown': moveFocus(node, node.nextElementSibling); break;
      case 'ArrowUp': moveFocus(node, node.previousElementSibling); break;
      case 'Home': moveFocus(node, tree.firstElementChild); break;
      case 'End': moveFocus(node, tree.lastElementChild); break;
      case 'Enter':
      case ' ': choose(node); break;
      default: return;
    }
    event.preventDefault();
  });

  return {
    set_accessible_text(json) {
      const told = JSON.parse(json);
      if (typeof told.label === 'string') label.textContent = told.label;
      if (Array.isArray(told.items)) setItems(told.items);
      if (typeof told.status === 'string' && status.textContent !== told.status) status.textContent = told.status;
    },
  };
}
